const devices = (count: number) => (count === 1 ? '1 device' : `${count} devices`)
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** Banners about unpaid invoices and the free plan. */
export const billingBannerText = {
  toBilling: 'Update billing',
  toPlans: 'See plans',
  pastDueSince: (name: string, count: number) =>
    count === 0
      ? `${name} has an invoice that is past due.`
      : `${name} has an invoice that has been past due for ${days(count)}.`,
  freezesIn: (name: string, left: number) =>
    `${name} has an invoice that is past due. The organization will be frozen in ${days(left)}, with all its fleets and devices.`,
  frozen: (name: string) =>
    `${name} is frozen because of an unpaid invoice. Its fleets and devices cannot be opened.`,
  payNow: 'Update the billing details to pay it.',
  contactAdministrator: 'Contact an administrator of the organization to pay it.',

  firstDevicesFree: (count: number) => `Your first ${devices(count)} are free, with all features.`,
  frozenDevices: (name: string, allowance: number) =>
    `${name} has frozen devices: its free plan includes ${devices(allowance)}.`,
  upgradeOrRemove: 'Upgrade the plan, or remove the devices beyond it.',
  contactToUpgrade: 'Contact an administrator of the organization to upgrade the plan.',
  whichDevices: 'Show frozen devices',
  beyond: (name: string, count: number, allowance: number) =>
    `${name} has ${devices(count)} more than the ${allowance} that are free. No more devices can be added.`,

  dialogTitle: (name: string) => `Frozen devices of ${name}`,
  dialogIntro: (allowance: number) =>
    `On the free plan the first ${devices(allowance)} stay active. The others remain in their fleets, but get no updates and cannot be reached.`,
  dialogTable: 'Frozen devices',
  dialogColumns: { device: 'Device', fleet: 'Fleet' },
  dialogMore: (count: number) => `and ${devices(count)} more`,
  dialogFailed: 'The frozen devices could not be loaded',
}
