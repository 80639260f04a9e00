import EggDaemon
import Glibc

exit(Daemon.run())
