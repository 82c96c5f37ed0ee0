import { formatNumber, plural } from '@/lib/format.ts'

/** Banners about unpaid invoices and the free plan. */
export const billingBannerText = {
  toBilling: 'Update billing',
  toPlans: 'See plans',
  pastDueSince: (name: string, count: number) =>
    count === 0
      ? `${name} has an invoice that is past due.`
      : plural(count, {
          one: `${name} has an invoice that has been past due for 1 day.`,
          other: `${name} has an invoice that has been past due for ${formatNumber(count)} days.`,
        }),
  freezesIn: (name: string, left: number) =>
    plural(left, {
      one: `${name} has an invoice that is past due. The organization will be frozen in 1 day, with all its fleets and devices.`,
      other: `${name} has an invoice that is past due. The organization will be frozen in ${left} days, with all its fleets and devices.`,
    }),
  frozen: (name: string) =>
    `${name} is frozen because of an unpaid invoice. Its fleets and devices cannot be opened.`,
  payNow: 'Update the billing details to pay it.',
  contactAdministrator: 'Contact an administrator of the organization to pay it.',

  firstDevicesFree: (count: number) =>
    plural(count, {
      one: 'Your first device is free, with all features.',
      other: `Your first ${formatNumber(count)} devices are free, with all features.`,
    }),
  frozenDevices: (name: string, allowance: number) =>
    plural(allowance, {
      one: `${name} has frozen devices: its free plan includes 1 device.`,
      other: `${name} has frozen devices: its free plan includes ${formatNumber(allowance)} devices.`,
    }),
  upgradeOrRemove: 'Upgrade the plan, or remove the devices beyond it.',
  contactToUpgrade: 'Contact an administrator of the organization to upgrade the plan.',
  whichDevices: 'Show frozen devices',
  beyond: (name: string, count: number, allowance: number) =>
    plural(count, {
      one: `${name} has 1 device more than the ${formatNumber(allowance)} that are free. No more devices can be added.`,
      other: `${name} has ${formatNumber(count)} devices more than the ${formatNumber(allowance)} that are free. No more devices can be added.`,
    }),

  dialogTitle: (name: string) => `Frozen devices of ${name}`,
  dialogIntro: (allowance: number) =>
    plural(allowance, {
      one: 'On the free plan the first device stays active. The others remain in their fleets, but get no updates and cannot be reached.',
      other: `On the free plan the first ${formatNumber(allowance)} devices stay active. The others remain in their fleets, but get no updates and cannot be reached.`,
    }),
  dialogTable: 'Frozen devices',
  dialogColumns: { device: 'Device', fleet: 'Fleet' },
  dialogMore: (count: number) =>
    plural(count, { one: 'and 1 device more', other: `and ${formatNumber(count)} devices more` }),
  dialogFailed: 'The frozen devices could not be loaded',
}
