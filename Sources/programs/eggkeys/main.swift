import EggKeys
import Glibc

exit(Eggkeys.run())
