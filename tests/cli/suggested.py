"""What paste_test.py and paste_all_test.py read in messages."""
import shlex


def first_word(text):
    """The first word as a shell reads it, as it is written, without the sentence's marks behind it."""
    for end in range(1, len(text) + 1):
        if end == len(text) or text[end] in " ,;)`" or text[end:] in (".", ":"):
            try:
                if len(shlex.split(text[:end])) == 1:
                    return text[:end]
            except ValueError:
                pass  # within quotes
    return text
