/** The key of the device that its page reads, for parts of the dashboard that only use what is there already. */
export const deviceKey = (uuid: string) => ['device', { uuid }] as const
