import { writtenWorld } from '../written-world.ts'

/** An organization whose card is declined. */
export const paymentFails = writtenWorld(
  {
    name: 'payment-fails',
    title: 'A payment fails',
    description:
      'The card of Acme Logistics is declined. The invoice of two days ago is unpaid, and no credits can be bought until another card is added.',
    people: ['ada'],
    devices: 122,
    tags: ['billing'],
  },
  { billing: { owedDays: 2 } },
)
