"""Which recipe makes which object type, and of what. One row a type; unknown types fall to a plain rounded box."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Literal

from flowbench.bodies import (
    appliances,
    bathroom,
    beds,
    food,
    hung,
    lamps,
    plants,
    screens,
    seats,
    slabs,
    soft,
    storage,
    structure,
    tables,
    tools,
    turned,
    vessels,
)
from flowbench.bodies.draft import Draft, Looks
from flowbench.bodies.materials import FITTED_WOODS

Along = Literal["", "long", "thin"]


@dataclass(frozen=True)
class Recipe:
    """How a type is made.

    Attributes:
        make: draws into a draft.
        looks: slot of the recipe -> materials it may have; the asset decides.
        along: "long" makes the longer horizontal side the recipe's z, "thin" the shorter one; "" keeps the box as is.
        blocks: whether anything collides with it.
        built_in: it belongs to the room: alike in all of a scene, whatever its name.
    """

    make: Callable[[Draft], None]
    looks: Looks = field(default_factory=dict)
    along: Along = ""
    blocks: bool = True
    built_in: bool = False


def _row(make: Callable[[Draft], None], along: Along = "", blocks: bool = True, **looks: str) -> Recipe:
    return Recipe(make, {slot: tuple(names.split(", ")) for slot, names in looks.items()}, along, blocks)


FITTED = ", ".join(FITTED_WOODS)
WOODS = "oak, walnut, pine, mahogany, painted wood, black wood"
FABRICS = "upholstery, fabric, leather, linen"
METALS = "brushed steel, dark steel, brass, chrome"
PICTURES = "painting, seascape, blocks, circles, flowers"
BOWL = ((0.5, 0.0), (0.54, 0.06), (0.8, 0.35), (0.95, 0.75), (1.0, 1.0))
PLATE = ((0.5, 0.0), (0.55, 0.25), (0.72, 0.4), (1.0, 1.0))
CUP = ((0.72, 0.0), (0.76, 0.03), (0.88, 0.5), (1.0, 1.0))
BIN = ((0.8, 0.0), (0.83, 0.02), (0.96, 0.93), (1.0, 0.94), (1.0, 1.0))

FURNITURE: Mapping[str, Recipe] = {
    "ArmChair": _row(partial(seats.sofa, seats=1), seat=FABRICS, cushion=FABRICS, feet=WOODS),
    "Bed": _row(beds.bed, frame=WOODS, sheet="white cotton", blanket="fabric, bright fabric, linen"),
    "Cabinet": _row(storage.cabinet, wood=FITTED, handle=METALS),
    "Chair": _row(seats.chair, wood=WOODS, seat="upholstery, fabric, leather", metal=METALS),
    "Backing": _row(storage.backing, wood=FITTED),
    "Carcass": _row(storage.shelving, wood=FITTED),
    "Cart": _row(storage.cart, "long", wood=WOODS, metal=METALS),
    "Chest": _row(storage.chest, wood=FITTED),
    "CoffeeTable": _row(partial(tables.table, top_m=0.04, round_share=0.5), wood=WOODS, legs=WOODS),
    "CounterTop": _row(tables.counter_top, wood="marble, laminate, oak", base=FITTED, handle=METALS),
    "Desk": _row(tables.desk, wood=WOODS, legs=WOODS),
    "DiningTable": _row(
        partial(tables.table, top_m=0.045, round_share=0.6, leg_m=0.085, steel=False), wood=WOODS, legs=WOODS
    ),
    "DogBed": _row(beds.dog_bed, seat="fur, fabric", cushion="linen, fabric"),
    "Drawer": _row(storage.drawer, wood=FITTED, handle=METALS),
    "Dresser": _row(storage.dresser, wood=WOODS),
    "Footstool": _row(seats.stool, seat="oak, pine, upholstery", wood=WOODS),
    "Fridge": _row(storage.fridge, case="brushed steel, white enamel, dark steel", handle="chrome, dark steel"),
    "Panel": _row(storage.backing, wood="white enamel, brushed steel, black iron"),
    "Partition": _row(structure.partition, wall="plaster"),
    "Ottoman": _row(seats.ottoman, seat=FABRICS, feet=WOODS),
    "Safe": _row(storage.safe, case="dark steel, black iron", handle="chrome, brass"),
    "Shelf": _row(storage.shelf, wood="oak, walnut, pine"),
    "ShelvingUnit": _row(storage.shelving, wood=WOODS),
    "SideTable": _row(partial(tables.table, top_m=0.03, round_share=0.45), wood=WOODS, legs=WOODS),
    "Sofa": _row(seats.sofa, seat=FABRICS, cushion=FABRICS, feet=WOODS),
    "Stool": _row(seats.stool, seat="oak, walnut, leather, upholstery", wood=WOODS),
    "TVStand": _row(storage.stand, wood=WOODS),
}

KITCHEN: Mapping[str, Recipe] = {
    "AluminumFoil": _row(turned.lying_roll, "long", main="foil"),
    "Apple": _row(food.apple, main="apple skin"),
    "Bottle": _row(turned.bottle, main="green glass, amber, glass", cap="plastic", label="label"),
    "Bowl": _row(partial(vessels.round_vessel, profile=BOWL), main="glaze, ceramic"),
    "ClothesDryer": _row(appliances.dryer, case="white enamel, brushed steel"),
    "Bread": _row(food.bread, "long", main="crust"),
    "ButterKnife": _row(tools.knife, "long", main="chrome", handle="chrome"),
    "CoffeeMachine": _row(appliances.coffee_machine, case="black plastic, brushed steel, enamel"),
    "Cup": _row(partial(vessels.round_vessel, profile=CUP, wall=0.08), main="glaze, glass, plastic, ceramic"),
    "DishSponge": _row(slabs.sponge, "long", main="sponge"),
    "Egg": _row(food.egg, main="egg shell"),
    "Fork": _row(tools.fork, "long", main="chrome"),
    "Kettle": _row(appliances.kettle, "long", case="brushed steel, enamel, copper"),
    "Knife": _row(tools.knife, "long", main="chrome", handle="black plastic, walnut"),
    "Ladle": _row(tools.ladle, "long", main="brushed steel, black plastic"),
    "Lettuce": _row(food.lettuce, "long", main="lettuce leaf"),
    "Microwave": _row(
        appliances.microwave, case="white enamel, brushed steel, black plastic", handle="chrome, dark steel"
    ),
    "Mug": _row(vessels.mug, "long", main="glaze"),
    "Pan": _row(vessels.pan, "long", main="black iron, dark steel, copper", handle="black plastic, dark steel"),
    "PaperTowelRoll": _row(turned.roll, main="paper"),
    "PepperShaker": _row(turned.shaker, main="dark steel, black plastic", cap="chrome"),
    "Plate": _row(partial(vessels.round_vessel, profile=PLATE, wall=0.04, floor=0.3), main="glaze, ceramic"),
    "Pot": _row(vessels.pot, "long", main="brushed steel, enamel, black iron", handle="chrome, black plastic"),
    "Potato": _row(food.potato, "long", main="potato skin"),
    "SaltShaker": _row(turned.shaker, main="ceramic, glass", cap="chrome"),
    "SoapBottle": _row(
        turned.soap_bottle, main="plastic, glass, glaze", cap="white plastic, black plastic", label="label"
    ),
    "Spatula": _row(tools.spatula, "long", main="black plastic, brushed steel", handle="black plastic, oak"),
    "Spoon": _row(tools.spoon, "long", main="chrome"),
    "Stove": _row(appliances.stove, case="white enamel, brushed steel, black iron"),
    "StoveBurner": _row(bathroom.stove_burner, main="black iron"),
    "StoveKnob": _row(bathroom.stove_knob, main="black plastic, brushed steel"),
    "Toaster": _row(appliances.toaster, "long", case="brushed steel, enamel, white plastic"),
    "Tomato": _row(food.tomato, main="tomato skin"),
    "WashingMachine": _row(appliances.washing_machine, case="white enamel, brushed steel"),
    "WineBottle": _row(
        partial(turned.bottle, profile=turned.WINE, cap_share=0.4), main="wine glass", cap="mahogany", label="label"
    ),
}

BATHROOM: Mapping[str, Recipe] = {
    "Bathtub": _row(bathroom.bathtub, main="white enamel"),
    "BathtubBasin": _row(partial(bathroom.basin, rim=0.09, corner=0.97), main="white enamel"),
    "Faucet": _row(bathroom.faucet, main="chrome, brushed steel, brass"),
    "HandTowel": _row(soft.towel, "thin", main="terry"),
    "HandTowelHolder": _row(hung.ring, "thin", main="chrome, brass, dark steel"),
    "Plunger": _row(turned.plunger, main="rubber"),
    "ScrubBrush": _row(turned.scrub_brush, main="white plastic, grey plastic"),
    "ShowerCurtain": _row(hung.shower_curtain, "thin", False, main="shower cloth"),
    "ShowerDoor": _row(hung.shower_door, "thin", False),
    "ShowerGlass": _row(hung.shower_glass, "thin", False),
    "ShowerHead": _row(bathroom.shower_head, main="chrome"),
    "Sink": _row(bathroom.sink, main="ceramic, brushed steel"),
    "SinkBasin": _row(bathroom.basin, main="ceramic, brushed steel"),
    "SoapBar": _row(slabs.soap, "long", main="soap"),
    "Toilet": _row(bathroom.toilet, main="ceramic", seat="white plastic"),
    "ToiletPaper": _row(turned.roll, main="paper"),
    "ToiletPaperHanger": _row(hung.paper_hanger, "thin", main="chrome, brushed steel"),
    "Towel": _row(soft.towel, "thin", main="terry"),
    "TowelHolder": _row(hung.rail, "thin", main="chrome, brushed steel, brass"),
}

THINGS: Mapping[str, Recipe] = {
    "AlarmClock": _row(screens.alarm_clock, "thin", case="plastic, black plastic, brass"),
    "BaseballBat": _row(tools.bat, main="pine, oak, black wood", grip="black plastic"),
    "BasketBall": _row(food.ball, main="basketball"),
    "Blinds": _row(hung.blinds, "thin", False, main="slats"),
    "Book": _row(slabs.book, main="cover", label="label"),
    "Boots": _row(soft.boots, main="leather"),
    "Box": _row(vessels.carton, main="cardboard"),
    "CD": _row(slabs.disc, main="chrome", label="label, cover"),
    "Candle": _row(turned.candle, main="wax"),
    "CellPhone": _row(slabs.phone, "long", main="black plastic, plastic"),
    "Cloth": _row(slabs.cloth, main="terry, bright fabric"),
    "CreditCard": _row(slabs.card, main="plastic, cover"),
    "Curtains": _row(hung.curtains, "thin", False, main="linen, fabric, bright fabric", rod=METALS),
    "DeskLamp": _row(
        lamps.desk_lamp, stand="brass, black iron, chrome, glaze", shade="lamp shade", cap="enamel, black iron"
    ),
    "Desktop": _row(screens.desktop, case="black plastic", picture="screen"),
    "Doorframe": _row(hung.door_frame, frame="white paint, painted wood, oak"),
    "Doorway": _row(hung.door, frame="white paint, painted wood, oak", leaf="white paint, oak, walnut", handle=METALS),
    "Dumbbell": _row(tools.dumbbell, "long", main="black iron, rubber"),
    "Floor": _row(slabs.plain, "", False, main="floor wood"),
    "FloorLamp": _row(lamps.floor_lamp, stand="black iron, brass, chrome, walnut", shade="lamp shade"),
    "GarbageBag": _row(soft.garbage_bag, main="bag plastic"),
    "GarbageCan": _row(
        partial(vessels.square_vessel, profile=BIN, wall=0.06, floor=0.04, corner=0.5),
        main="grey plastic, brushed steel, plastic, white plastic, black plastic",
    ),
    "HousePlant": _row(plants.house_plant, pot="terracotta, glaze, ceramic, stone", leaf="leaf", stalk="leaf"),
    "KeyChain": _row(tools.key_chain, "long", main="plastic, leather"),
    "Laptop": _row(screens.laptop, case="brushed steel, dark steel, black plastic", picture="screen"),
    "LaundryHamper": _row(vessels.hamper, main="wicker, wicker, linen"),
    "LightSwitch": _row(hung.light_switch, "thin", main="white plastic"),
    "Mirror": _row(hung.mirror, "thin", frame=WOODS + ", brass"),
    "Newspaper": _row(slabs.newspaper, main="newsprint"),
    "Painting": _row(hung.painting, "thin", frame=WOODS + ", brass", picture=PICTURES),
    "Pen": _row(tools.pen, "long", main="plastic, black plastic", cap="black plastic, chrome", tip="chrome"),
    "Pencil": _row(tools.pen, "long", main="plastic", cap="rubber", tip="pine"),
    "Pillow": _row(soft.pillow, main="bright fabric, linen, fabric, white cotton"),
    "Poster": _row(hung.poster, "thin", picture=PICTURES),
    "RemoteControl": _row(slabs.remote, "long", main="black plastic, grey plastic"),
    "RoomDecor": _row(plants.room_decor, pot="glaze, terracotta", flower="flower"),
    "SprayBottle": _row(
        turned.spray_bottle, "long", main="plastic, white plastic", cap="plastic, white plastic", label="label"
    ),
    "Statue": _row(soft.statue, "thin", main="bronze, stone, ceramic, black wood", base="stone, black wood"),
    "TableTopDecor": _row(plants.bouquet, pot="glaze, ceramic", leaf="leaf", flower="flower"),
    "TeddyBear": _row(soft.teddy_bear, main="fur"),
    "Television": _row(screens.television, "thin", case="black plastic", picture="film, screen"),
    "TennisRacket": _row(tools.racket, "thin", main="enamel, plastic", grip="black plastic"),
    "TissueBox": _row(slabs.tissue_box, "thin", main="glaze"),
    "VacuumCleaner": _row(appliances.vacuum_cleaner, case="plastic, grey plastic"),
    "Vase": _row(turned.vase, main="glaze, ceramic, terracotta, glass"),
    "Watch": _row(screens.watch, "long", main="leather, black plastic", case="chrome, brass"),
    "WateringCan": _row(appliances.watering_can, "long", case="enamel, brushed steel, plastic"),
    "Window": _row(hung.window, "thin", False, frame="white paint, painted wood"),
}

BUILT_IN = frozenset(
    """
    Backing Bathtub BathtubBasin Blinds Cabinet Carcass Chest CounterTop Curtains Doorframe Doorway Drawer Faucet
    LightSwitch Panel Partition Shelf ShowerCurtain ShowerDoor ShowerGlass ShowerHead Sink SinkBasin Stove StoveBurner
    StoveKnob Toilet Window
    """.split()
)
RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        name: replace(recipe, built_in=name in BUILT_IN)
        for name, recipe in {**FURNITURE, **KITCHEN, **BATHROOM, **THINGS}.items()
    }
)
PLAIN = _row(slabs.plain, main="painted wood, plastic, cardboard")
