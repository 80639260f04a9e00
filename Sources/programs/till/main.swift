import Glibc
import TillCommands

exit(TillProgram.run())
