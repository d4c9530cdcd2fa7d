print("imgindex")
