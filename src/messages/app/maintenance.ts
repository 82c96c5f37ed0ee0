/** Shown to platform administrators. */
export const maintenanceText = {
  planned: (name: string, from: string, until: string) =>
    `Maintenance is planned from ${from} until ${until}: ${name}.`,
  underWay: (name: string, until: string) => `Maintenance is in progress until ${until}: ${name}.`,
  status: 'Platform status',
}
