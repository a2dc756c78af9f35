"""The random streams of METHODS H, for the scripts here."""
MASK = 2**64 - 1


def philox(counter, key):
    """Ten rounds of Philox4x64 (Salmon et al. 2011)."""
    a, b, c, d = counter
    k0, k1 = key
    for _ in range(10):
        p, q = 0xD2E7470EE14C6C93 * a, 0xCA5A826395121157 * c
        a, b, c, d = (q >> 64) ^ b ^ k0, q & MASK, (p >> 64) ^ d ^ k1, p & MASK
        k0, k1 = (k0 + 0x9E3779B97F4A7C15) & MASK, (k1 + 0xBB67AE8584CAA73B) & MASK
    return [a, b, c, d]


class Stream:
    def __init__(self, seed, purpose, repetition=0, sub=0):
        self.key, self.counter, self.words = (seed, purpose), [0, repetition, sub, 0], []

    def next(self):
        if not self.words:
            self.words = philox(self.counter, self.key)
            self.counter[0] += 1
        return self.words.pop(0)

    def below(self, n):
        while True:
            product = self.next() * n
            if product & MASK >= (2**64 - n) % n:
                return product >> 64

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


assert philox([0, 0, 0, 0], (0, 0))[0] == 0x16554D9ECA36314C
assert Stream(42, 1).next() == 0x5F7936E09ABA407F
assert Stream(42, 1).shuffle(list(range(10))) == [9, 0, 6, 7, 4, 2, 8, 5, 1, 3]
stream = Stream(42, 2)
assert [stream.below(10) for _ in range(10)] == [6, 3, 3, 8, 4, 8, 6, 9, 9, 8]
assert Stream(42, 1, 1).shuffle(list(range(10))) == [2, 7, 9, 1, 3, 4, 0, 8, 6, 5]
