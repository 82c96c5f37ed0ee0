const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Slugs of the device types that a release's contract requires; empty if it runs on any. */
export function contractDeviceTypes(contract: unknown): string[] {
  return isObject(contract) ? [...new Set(slugsIn(contract['requires']))] : []
}

function slugsIn(requires: unknown): string[] {
  if (!Array.isArray(requires)) return []
  return requires.flatMap((each: unknown) => {
    if (!isObject(each)) return []
    if ('or' in each) return slugsIn(each['or'])
    const { type, slug } = each
    return type === 'hw.device-type' && typeof slug === 'string' ? [slug] : []
  })
}
