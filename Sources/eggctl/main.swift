import EggCommands
import Glibc

exit(Eggctl.run(Array(CommandLine.arguments.dropFirst())))
