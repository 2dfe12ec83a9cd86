"""What one engine step returns: AI2-THOR's event, its pictures drawn when first looked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from flowbench.records import DepthMap, Image, Mask, Pixels, SceneState
from flowbench.render.pictures import Quality
from flowbench.simulators.embedded.colours import Colour
from flowbench.simulators.embedded.metadata import AgentMap
from flowbench.simulators.embedded.shot import Bounds, Shot


@dataclass(frozen=True, eq=False)
class Event:
    """AI2-THOR's names for the results of a step.

    Attributes:
        metadata: the agent map (names and types as AI2-THOR's; `flowbench` is ours).
        shot: what the agent sees.
        third_party_shots: what the third-party cameras see.
    """

    metadata: AgentMap
    shot: Shot
    third_party_shots: tuple[Shot, ...] = ()

    @property
    def scene(self) -> SceneState:
        """The scene state the pictures show."""
        return self.shot.scene

    @property
    def quality(self) -> Quality:
        """How the pictures are drawn."""
        return self.shot.quality

    @property
    def pixels(self) -> Pixels:
        """Colour, depth and surface ids of this moment."""
        return self.shot.pixels

    @property
    def frame(self) -> Image:
        """(H, W, 3) uint8 RGB, row 0 at the top."""
        return self.shot.frame

    @property
    def depth_frame(self) -> DepthMap:
        """(H, W) float32 z-depth, metres."""
        return self.shot.depth_frame

    @property
    def instance_segmentation_frame(self) -> Image:
        """(H, W, 3) uint8, each pixel in the colour of its surface (`color_to_object_id` names it)."""
        return self.shot.instance_segmentation_frame

    @property
    def semantic_segmentation_frame(self) -> Image:
        """(H, W, 3) uint8, each pixel in the colour of its class."""
        return self.shot.semantic_segmentation_frame

    @property
    def instance_masks(self) -> Mapping[str, Mask]:
        """Surface name -> (H, W) bool, for every surface with at least one pixel."""
        return self.shot.instance_masks

    @property
    def class_masks(self) -> Mapping[str, Mask]:
        """Class name -> (H, W) bool; "background" where nothing is."""
        return self.shot.class_masks

    @property
    def instance_detections2D(self) -> Mapping[str, Bounds]:  # noqa: N802 (AI2-THOR's name)
        """Surface name -> (first column, first row, last column, last row), inclusive."""
        return self.shot.instance_detections2D

    @property
    def class_detections2D(self) -> Mapping[str, tuple[Bounds, ...]]:  # noqa: N802 (AI2-THOR's name)
        """Class name -> the bounds of each of its surfaces."""
        return self.shot.class_detections2D

    @cached_property
    def object_id_to_color(self) -> Mapping[str, Colour]:
        """Surface or class name -> its colour."""
        return {**self.shot.colours.instances, **self.shot.colours.classes}

    @cached_property
    def color_to_object_id(self) -> Mapping[Colour, str]:
        """Colour -> the surface or class it stands for."""
        return {colour: name for name, colour in self.object_id_to_color.items()}

    @property
    def third_party_camera_frames(self) -> list[Image]:
        """The pictures of the third-party cameras, in the order of their ids."""
        return [shot.frame for shot in self.third_party_shots]

    @property
    def third_party_depth_frames(self) -> list[DepthMap]:
        """Their depth, metres."""
        return [shot.depth_frame for shot in self.third_party_shots]

    @property
    def third_party_instance_segmentation_frames(self) -> list[Image]:
        """Their surfaces by colour."""
        return [shot.instance_segmentation_frame for shot in self.third_party_shots]

    @property
    def third_party_semantic_segmentation_frames(self) -> list[Image]:
        """Their classes by colour."""
        return [shot.semantic_segmentation_frame for shot in self.third_party_shots]

    @property
    def third_party_instance_masks(self) -> list[Mapping[str, Mask]]:
        """Their masks by surface."""
        return [shot.instance_masks for shot in self.third_party_shots]

    @property
    def third_party_class_masks(self) -> list[Mapping[str, Mask]]:
        """Their masks by class."""
        return [shot.class_masks for shot in self.third_party_shots]

    def __bool__(self) -> bool:
        """Whether the action succeeded."""
        return bool(self.metadata["lastActionSuccess"])
