/** Below it the cloud is spoken to as a simulation, and not as the platform. */
export const CONTROL_PREFIX = '/__flotilla/'
