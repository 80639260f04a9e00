import EggPage
import Glibc

exit(Eggweb.run())
