import { expect, test } from 'vitest'
import { isTaxId } from './tax-ids.ts'

test.each([
  ['[BILL-023]', 'us_ein', '12-3456789', '123456789'],
  ['[BILL-024]', 'gb_vat', 'GB123456789', '123456789'],
  ['[BILL-025]', 'de_stn', '1234567890', '123456789'],
  ['[BILL-026]', 'ca_gst_hst', '123456789RT0001', '123456789'],
  ['[BILL-027]', 'au_abn', '12345678912', '1234567891'],
  ['[BILL-028]', 'eu_vat', 'NL123456789B01', 'XX123456789'],
])('%s type %s accepts %s and rejects %s', (_id, type, valid, invalid) => {
  expect(isTaxId(type, valid)).toBe(true)
  expect(isTaxId(type, invalid)).toBe(false)
})

test('accepts any number except an empty one for unknown types', () => {
  expect(isTaxId('jp_cn', '1234567890123')).toBe(true)
  expect(isTaxId('jp_cn', ' ')).toBe(false)
  expect(isTaxId('Japan', '1234567890123')).toBe(false)
})
