"""The sound of a speaker: the WAV file that QEMU writes, which can be read while it is written."""

from array import array
from pathlib import Path

RATE = 48_000
CHANNELS = 2
FRAME = 2 * CHANNELS
HEADER = 44
# A hundredth of full scale: well above the zeros of a muted card, and well below the bell.
LOUD = 327
WINDOW = RATE // 100


class Recording:
    """A card's output. QEMU records only while something plays, so a position in the file is not a time."""

    def __init__(self, path):
        self.path = Path(path)

    @property
    def frames(self):
        # QEMU creates the file when the card is plugged in.
        return max(0, self.path.stat().st_size - HEADER) // FRAME if self.path.exists() else 0

    def windows(self, begin, end=None):
        """The samples of each hundredth of a second, with the number of its first frame."""
        # The lengths in the header aren't used: they are written at the end, which a power cut prevents.
        if self.frames <= begin:
            return
        with open(self.path, "rb") as file:
            file.seek(HEADER + begin * FRAME)
            data = file.read() if end is None else file.read((end - begin) * FRAME)
        samples = array("h", data[: len(data) // FRAME * FRAME])
        for start in range(0, len(samples), WINDOW * CHANNELS):
            yield begin + start // CHANNELS, samples[start : start + WINDOW * CHANNELS]

    def first_sound(self, begin):
        """The first loud frame at or after this one, or None."""
        for frame, samples in self.windows(begin):
            if is_loud(samples):
                return frame + next(i for i, value in enumerate(samples) if abs(value) >= LOUD) // CHANNELS
        return None

    def seconds_of_sound(self, begin, end=None):
        """The number of loud seconds in this range."""
        return sum(is_loud(samples) for _, samples in self.windows(begin, end)) * WINDOW / RATE


def is_loud(samples):
    return max(samples) >= LOUD or min(samples) <= -LOUD
