"""``python -m unseen``: the command of the package."""
from unseen_command import main

main()
