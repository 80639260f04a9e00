import EggBridge
import Glibc

exit(Eggmqtt.run())
