"""A shopping list: `python3 main.py` listens on 127.0.0.1:8150 (PORT, HOST, REGENTE_DOMAIN_KEY)."""

import json
from pathlib import Path

from wire import failure, say, serve, success

MANIFEST = json.loads((Path(__file__).parent / "manifest.json").read_text("utf-8"))
items = [{"id": 1, "name": "leite"}]


def show_shopping(_parameters, context):
    names = ", ".join(item["name"] for item in items)
    if not names:
        return success(say(context, "A lista está vazia.", "The list is empty."), {"items": []})
    return success(say(context, f"Na lista: {names}.", f"On the list: {names}."), {"items": list(items)})


def add_shopping(parameters, context):
    name = parameters["item_text"]
    item = {"id": max((each["id"] for each in items), default=0) + 1, "name": name}
    items.append(item)
    return success(say(context, f"Pus {name} na lista.", f"I put {name} on the list."), item)


def remove_shopping(parameters, context):
    found = [each for each in items if each["id"] == parameters["item_id"]]
    if not found:
        return failure("NOT_FOUND", say(context, "Isso não está na lista.", "That is not on the list."))
    items.remove(found[0])
    name = found[0]["name"]
    return success(say(context, f"Tirei {name} da lista.", f"I took {name} off the list."))


if __name__ == "__main__":
    serve(
        MANIFEST,
        {"show_shopping": show_shopping, "add_shopping": add_shopping, "remove_shopping": remove_shopping},
        port=8150,
    )
