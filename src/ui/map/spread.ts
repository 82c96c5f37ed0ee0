/** Distance in px between markers of a ring, and between rings: large enough for touch in the inner rings. */
const APART_PX = 28
const FIRST_RADIUS_PX = 36

/** The offsets of markers at the same location when they are spread: in rings around it, in pixels. */
export function spread(count: number): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = []
  for (let ring = 0; places.length < count; ring += 1) {
    const radius = FIRST_RADIUS_PX + ring * APART_PX
    // Uses chords instead of arcs, so that the straight distance between neighbours is `APART_PX`.
    const room = Math.floor(Math.PI / Math.asin(APART_PX / 2 / radius))
    const here = Math.min(room, count - places.length)
    for (let at = 0; at < here; at += 1) {
      const angle = (at / here) * 2 * Math.PI - Math.PI / 2
      places.push({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) })
    }
  }
  return places
}
