"""The score pad on the screen: its views, keys, pictures and dialogs, and the program that shows them."""
