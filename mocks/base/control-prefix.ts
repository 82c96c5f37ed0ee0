/** Path prefix of the control API, which is not part of the platform. */
export const CONTROL_PREFIX = '/__flotilla/'
