import EggCommands
import Glibc

exit(Eggctl.run())
