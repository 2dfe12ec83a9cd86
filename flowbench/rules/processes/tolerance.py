"""What counts as nothing: the tolerances of the judge, all in one place."""

from dataclasses import dataclass

from flowbench.rules.processes.table_plane import TABLE_WIDTH_M


@dataclass(frozen=True)
class Tolerances:
    """Numbers of the judge. Those without a source are ours.

    Attributes:
        position_m: a hundredth of the table's width.
        angle_deg: of any turn.
        camera_m, camera_deg: of the camera, whose small turns move the whole picture.
        colour: CIEDE2000.
        penetration_m: how deep solids may overlap.
        scale: relative change of size.
        visibility: how far from fully seen, or not at all.
        speed_m_per_s, turn_deg_per_s: faster than this is no motion but a jump: 1.5 table widths a second, and a turn
            of a half in a third of a second.
        merge_s: events of one thing that are this near in time are one (the benchmark's rule).
        least_frames, excess: an event lasts so many frames, or exceeds its tolerance so many times.
        end_s: how long the goal must hold at the end.
        window: frames to each side over which slow motion is told from jitter.
        restless: how many times the tolerance a thing must move within the window to be beyond doubt on its way; what
            drifts further than this in all, however slowly, does not rest.
        rest_s: how long things that form no state must be still to rest.
        reach_m: how far a hand may be from what it holds.
    """

    position_m: float = 0.01 * TABLE_WIDTH_M
    angle_deg: float = 3.0
    camera_m: float = 0.004
    camera_deg: float = 0.3
    colour: float = 2.0
    penetration_m: float = 0.002
    scale: float = 0.02
    visibility: float = 0.05
    speed_m_per_s: float = 1.5 * TABLE_WIDTH_M
    turn_deg_per_s: float = 540.0
    merge_s: float = 0.5
    least_frames: int = 2
    excess: float = 3.0
    end_s: float = 0.3
    window: int = 2
    restless: float = 1.5
    rest_s: float = 1.0
    reach_m: float = 0.08


TOL = Tolerances()
