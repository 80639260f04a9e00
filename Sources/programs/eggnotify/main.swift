import EggDesktop
import Glibc

exit(Eggnotify.run())
