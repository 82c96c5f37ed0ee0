import { formatNumber, plural } from '@/lib/format.ts'
const devices = (count: number) => plural(count, { one: '1 device', other: `${formatNumber(count)} devices` })
const members = (count: number) => plural(count, { one: '1 member', other: `${formatNumber(count)} members` })

/** The billing page of an organization. */
export const billingText = {
  title: 'Billing',
  documentTitle: (name: string) => `Billing · ${name}`,
  loadFailed: 'Billing could not be loaded',
  failedPlan: 'Failed retrieving billing plan',
  failedInfo: 'Failed retrieving billing info',
  draftNote: 'Draft invoices are not issued yet: nothing is due, amounts can change, and there is no PDF.',
  failedInvoices: 'Failed retrieving invoices',
  failedUsage: 'Failed retrieving usage statistics',
  failedAccount: 'Failed retrieving company info',
  failedPlans: 'Failed retrieving plans',

  currentPlan: 'Current plan',
  cycles: { monthly: 'Monthly', annual: 'Annual' },
  price: 'Price',
  renews: 'Renews',
  support: 'Support',
  includes: 'Includes',
  included: (deviceCount: string, memberCount: string) => `${deviceCount}, ${memberCount}`,
  devices,
  members,
  deviceBased: 'Priced per device',
  noPrice: 'Free',
  perMonth: (price: string) => `${price} a month`,
  perYear: (price: string) => `${price} a year`,
  changePlan: 'Change plan',
  cancelSubscription: 'Cancel subscription',

  addOns: 'Add-ons',
  addOnColumns: { name: 'Add-on', quantity: 'Quantity', price: 'Each', total: 'Per month' },
  noAddOns: 'No add-ons',
  noAddOnsDetail: 'Devices and seats beyond what the plan includes appear here.',
  prepaid: (name: string, quantity: number) => `${formatNumber(quantity)} × ${name}, paid in advance`,
  prepaidUntil: (name: string, quantity: number, date: string) =>
    `${formatNumber(quantity)} × ${name}, paid in advance until ${date}`,

  usage: 'Dynamic usage',
  usageColumns: {
    item: 'Item',
    current: 'Current',
    peak: 'Peak',
    overage: 'Beyond the plan',
    credits: 'Credits',
    charge: 'Charge',
  },
  usageNote: 'The peak of each period is billed. Credits pay for devices beyond the plan first.',
  /** How usage beyond the plan is calculated. */
  beyond: (peak: string, included: string, beyond: string) =>
    `Up to ${peak} in this period; the plan includes ${included}, so ${beyond} beyond it.`,
  paidByCredits: (credits: string) => `Credits used for it: ${credits}.`,
  noUsage: 'No usage yet',
  showIncluded: (items: number) =>
    plural(items, { one: 'Show 1 item within the plan', other: `Show ${items} items within the plan` }),
  hideIncluded: 'Hide items within the plan',
  usageItems: {
    'device:microservices': 'Device',
    'device:legacy-v1': 'Legacy device',
    'device:legacy-v2': 'Classic device',
  } as Readonly<Record<string, string>>,
  seat: (role: string) => `Seat: ${role}`,

  nextBill: 'Next bill',
  nextBillOn: (date: string) => `On ${date}`,
  noNextBill: 'No upcoming invoice',
  noNextBillDetail: 'The free plan costs nothing.',
  lines: 'Lines of the next bill',
  lineColumns: { name: 'Item', quantity: 'Quantity', amount: 'Amount' },
  billedMonthly: 'Billed every month',
  monthly: (amount: string) => `Billed every month: ${amount}`,
  showFree: (items: number) => plural(items, { one: 'Show 1 free item', other: `Show ${items} free items` }),
  hideFree: 'Hide free items',

  company: 'Company info',
  edit: 'Edit',
  editCompany: 'Edit company info',
  email: 'Email for invoices',
  companyName: 'Company',
  address: 'Address',
  addressFields: {
    address1: 'Address line 1',
    address2: 'Address line 2',
    city: 'City',
    state: 'State or province',
    zip: 'Postal code',
    country: 'Country',
    phone: 'Phone',
  },
  taxId: 'Tax ID',
  taxIdType: 'Tax ID type',
  taxIdValue: 'Tax ID number',
  noTaxId: 'None',
  taxIdLabel: (country: string, name: string) => `${country}: ${name}`,
  taxIdExample: (example: string) => `Such as ${example}`,
  europeanVat: 'European VAT number',
  invalidTaxId: (example: string) => `Invalid tax id. It looks like ${example}.`,
  fillRequired: 'Please fill out all required fields',
  correctFields: 'Correct the marked fields first',
  noCountry: 'None',
  emailInvalid: 'Enter a valid email address',
  noCompany: 'No company info yet',
  noCompanyDetail: 'It is created with the first payment method.',
  companySaved: 'Billing account info updated',

  invoices: 'Invoices',
  invoiceColumns: {
    number: 'Invoice',
    month: 'For',
    date: 'Date',
    total: 'Total',
    state: 'State',
    download: 'PDF',
  },
  invoiceStates: {
    pending: 'Pending',
    paid: 'Paid',
    failed: 'Failed',
    past_due: 'Past due',
    open: 'Open',
    closed: 'Closed',
    voided: 'Voided',
    processing: 'Processing',
    draft: 'Draft',
    uncollectible: 'Uncollectible',
    void: 'Void',
  },
  pastDueSince: (date: string) => `Past due: ${date}`,
  draftInvoice: 'A draft invoice cannot be downloaded',
  noInvoices: 'No invoices yet',
  noInvoicesDetail: 'Invoices of the organization appear here.',
  viewAll: (count: number) => `View all ${formatNumber(count)}`,
  allInvoices: 'All invoices',
  download: (number: string) => `Download invoice ${number}`,
  downloadFailed: 'Error retrieving invoice',
  invoiceFile: (number: string) => `invoice-${number}.pdf`,

  seatPricing: 'Additional team members',
  seatNote: 'For each member beyond the plan, by their highest role.',
  seatColumns: { role: 'Role', price: 'Per month' },
  unlimited: 'Unlimited',
  agreement: 'Master online agreement',
  agreementUrl: 'https://www.balena.io/master-online-agreement',
  terms: (agreement: string, contact: string) =>
    `All plans are subject to the ${agreement}. For larger fleets, contact sales. ${contact}`,
  salesUrl: 'https://www.balena.io/contact-sales',
  salesContact: 'sales@balena.io',
}

/** What an organization owes. */
export const pastDueText = {
  title: 'Payment due',
  due: 'An invoice is past due. If it stays unpaid for 60 days, the organization is frozen, with all its fleets and devices.',
  frozen: (name: string) =>
    `${name} is frozen because of an unpaid invoice. Its fleets and devices can be opened again as soon as it is paid.`,
  amount: 'Amount due',
  since: 'Since',
  method: 'Payment method on file',
  loading: 'Loading the payment method',
  payWith: 'Add a payment method and pay',
  payWithAnother: 'Pay with another payment method',
  how: 'What is due is charged as soon as the payment method is saved.',
}

/** Choosing a plan and confirming it. */
export const planText = {
  title: 'Available plans',
  table: 'Plans',
  columns: {
    plan: 'Plan',
    devices: 'Devices',
    members: 'Members',
    support: 'Support',
    price: 'Price',
    choose: 'Choose',
  },
  cycle: 'Billing cycle of the prices',
  esr: 'With extended support releases',
  yearly: (total: string) => `${total} a year`,
  choose: {
    none: 'Current plan',
    cycle: 'Change cycle',
    upgrade: 'Upgrade',
    downgrade: 'Downgrade',
    'contact-sales': 'Contact sales',
  },
  chooseName: (word: string, plan: string) => `${word}: ${plan}`,
  isCurrent: 'This is the current plan',
  freeSentence: (plan: string, deviceCount: number, memberCount: number) =>
    plural(deviceCount, {
      one: plural(memberCount, {
        one: `${plan}: up to 1 device free of charge, for 1 member.`,
        other: `${plan}: up to 1 device free of charge, for ${formatNumber(memberCount)} members.`,
      }),
      other: plural(memberCount, {
        one: `${plan}: up to ${formatNumber(deviceCount)} devices free of charge, for 1 member.`,
        other: `${plan}: up to ${formatNumber(deviceCount)} devices free of charge, for ${formatNumber(memberCount)} members.`,
      }),
    }),
  salesSentence: (plan: string) => `${plan}: contact sales for devices, members, support and price.`,
  blocked: {
    'frozen-devices': 'Some devices of the organization are frozen. Remove devices from its fleets first.',
    'too-many-devices':
      'The organization has more devices than the free plan covers. Remove devices from its fleets first.',
  },
  confirmTitle: (plan: string) => `Change plan to ${plan}`,
  from: 'From',
  to: 'To',
  summary: {
    monthly: (plan: string) => `${plan}, monthly`,
    annual: (plan: string) => `${plan}, annual`,
  },
  dueNow: 'Price of the first period',
  dueNote:
    'Unused time of the current period is credited, and the rest is charged immediately. The platform gives no preview of the invoice.',
  downgradeNote:
    'Unused time of the current period is credited against the new price, so the invoice can be lower, down to $0.00. The platform gives no preview of it.',
  freeNote: 'The paid plan ends immediately. Devices beyond the free plan are frozen.',
  feedback: 'Why are you downgrading? (optional)',
  feedbackHint: 'Your feedback helps us improve the plans.',
  payWith: 'Pay with',
  words: { pay: 'Pay now', confirm: 'Confirm', next: 'Next' },
  updated: 'Plan updated',
  failed: 'Failed update plan',
  useAnother: 'Pay with another',

  termsTitle: 'Recurring payments from your bank account',
  terms: (name: string) => [
    `By accepting, you authorize recurring debits of the bank account stored for ${name}, for the plan and for usage beyond it.`,
    'You can amend or cancel this authorization with 30 days’ notice.',
    'A debit takes a few days to clear. Until then its invoice is shown as open.',
  ],
  acceptTerms: 'Accept and pay',
}

/** What the devices and seats of an organization cost on another plan. */
export const planUseText = {
  title: (plan: string) => `Your devices and seats on ${plan}`,
  columns: {
    item: 'Item',
    now: 'Now',
    included: 'Included',
    beyond: 'Beyond',
    price: 'List price a month',
  },
  total: (price: string) =>
    `Beyond the plan: ${price} a month at list price, before discounts, prepaid seats and credits.`,
  othersCovered: 'The plan includes the other seats.',
  covered: (plan: string) => `${plan} includes all of them.`,
  failed: 'The devices and seats could not be loaded',
}

/** The payment method of an organization. */
export const paymentText = {
  title: 'Payment method',
  add: 'Add payment method',
  replace: 'Replace',
  remove: 'Remove',
  none: 'No payment method',
  noneDetail: 'Required for paid plans and credits.',
  card: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
  unknownBrand: 'Card',
  bankAccount: (lastFour: string) => `Bank account ending in ${lastFour}`,
  others: { paypal: 'PayPal', cashapp: 'Cash App', link: 'Link' } as Readonly<Record<string, string>>,
  expires: 'Expires',
  holder: 'Holder',
  routing: 'Routing number',
  removeTitle: 'Remove the payment method?',
  removeDetail: (name: string) =>
    `Invoices of ${name} cannot be paid without one. Invoices unpaid for 60 days freeze the organization.`,
  removed: 'Payment method removed',
  saved: 'Billing info updated',

  formTitle: 'Payment method',
  save: 'Save payment method',
  loading: 'Loading the payment form',
  scriptFailed: 'Error loading billing api',
  scriptFailedDetail: 'The payment provider could not be reached. Nothing was saved.',
  notReady: 'Submitting billing form before initialization',
  noClientSecret: 'The payment form could not be prepared. Try again.',
  captchaMissing: 'Recaptcha not verified',
  setAsCompanyAddress: 'Use the billing address as company address',
  chooseFirst: 'Choose a card or an account first',
  simulated: 'This platform is simulated. Choose a test card or account; nothing is charged.',
  testMethods: 'Test cards and accounts',
  finishing: 'Saving the payment method',
  finishFailed: 'The payment method could not be saved',
  useAnother: 'Use another',
}

/** The provider's own test cards and accounts, by its names for them. */
export const testMethodText: readonly { token: string; label: string; detail: string }[] = [
  { token: 'pm_card_visa', label: 'Visa 4242', detail: 'Payment succeeds' },
  { token: 'pm_card_mastercard', label: 'MasterCard 4444', detail: 'Payment succeeds' },
  { token: 'pm_card_amex', label: 'American Express 0005', detail: 'Payment succeeds' },
  { token: 'pm_card_discover', label: 'Discover 1117', detail: 'Payment succeeds' },
  {
    token: 'pm_card_authenticationRequired',
    label: 'Visa 3155',
    detail: 'Succeeds after bank authentication',
  },
  { token: 'pm_card_chargeCustomerFail', label: 'Visa 0341', detail: 'Saved, then declined when charged' },
  {
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    label: 'Visa 9995',
    detail: 'Saved, then insufficient funds when charged',
  },
  { token: 'pm_card_chargeDeclined', label: 'Visa 0002', detail: 'Declined immediately' },
  { token: 'pm_card_chargeDeclinedExpiredCard', label: 'Visa 0069', detail: 'Expired card' },
  { token: 'pm_usBankAccount_success', label: 'US bank account 6789', detail: 'Succeeds within three days' },
  {
    token: 'pm_usBankAccount_insufficientFunds',
    label: 'US bank account 2227',
    detail: 'Saved, then insufficient funds when debited',
  },
  { token: 'pm_sepaDebit_success', label: 'SEPA account 3000', detail: 'Succeeds within three days' },
]
