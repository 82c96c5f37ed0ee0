/** The UUIDs by which device software recognizes its own supervisor, the same on every platform, by architecture. */
const SUPERVISORS: Readonly<Record<string, string>> = {
  aarch64: '900de4f3cbac4b9bbd232885a35e407b',
  amd64: '52e35121417640b1b28a680504e4039b',
  armv7hf: '2e66a95795c149959c69472a8c2f92b8',
  i386: '531b357e155c480cbec0fdd33041a1f5',
  rpi: '6822565f766e413e96d9bebe2227cdcc',
}

/** The UUID of the app `<architecture>-supervisor`; undefined for any other app. */
export const supervisorUuid = (name: string): string | undefined =>
  name.endsWith('-supervisor') ? SUPERVISORS[name.slice(0, -'-supervisor'.length)] : undefined
