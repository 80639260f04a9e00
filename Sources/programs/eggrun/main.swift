import EggRunner
import Glibc

exit(Eggrun.run())
