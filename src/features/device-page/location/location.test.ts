import { expect, test } from 'vitest'
import { locationText } from '@/messages/device-page/device-settings.ts'
import { degreesProblem, locationDraft, draftedPlace, whyNotSave, type LocationDraft } from './location.ts'

const geo = { latitude: '51.92', longitude: '4.48', custom_latitude: '', custom_longitude: '' }
const custom = { ...geo, custom_latitude: '52.5', custom_longitude: '13.4' }
const manual = (latitude: string, longitude: string): LocationDraft => ({
  mode: 'manual',
  latitude,
  longitude,
})

test.each([
  ['latitude', '90', undefined],
  ['latitude', '-90.5', 'wrong'],
  ['longitude', '-179.99', undefined],
  ['longitude', '181', 'wrong'],
  ['longitude', '', 'missing'],
  ['latitude', '12e', 'wrong'],
] as const)('the %s %j is %s', (of, typed, expected) => {
  expect(degreesProblem(of, typed)).toBe(expected)
})

test('converts typed coordinates to numbers', () => {
  expect(draftedPlace(manual('052.50', ' 13.4 '), geo)).toEqual({ latitude: 52.5, longitude: 13.4 })
})

test('an unchanged form cannot be saved [LOC-013]', () => {
  expect(whyNotSave(locationDraft(geo), geo, 'operator')).toBe(locationText.unchanged)
  expect(whyNotSave(locationDraft(custom), custom, 'operator')).toBe(locationText.unchanged)
  expect(whyNotSave(manual('52.50', '13.4'), custom, 'operator')).toBe(locationText.unchanged)
  expect(whyNotSave({ ...locationDraft(custom), mode: 'geo' }, custom, 'operator')).toBeUndefined()
})

test('a form with a missing or invalid coordinate cannot be saved [LOC-014]', () => {
  expect(whyNotSave(manual('52.5', ''), geo, 'operator')).toBe(locationText.missing)
  expect(whyNotSave(manual('', '13.4'), geo, 'operator')).toBe(locationText.missing)
  expect(whyNotSave(manual('95', '13.4'), geo, 'operator')).toBe(locationText.wrong(90))
  expect(whyNotSave(manual('52.5', '13.4'), geo, 'operator')).toBeUndefined()
})

test('a form cannot be saved without permission to change the device [LOC-012]', () => {
  expect(whyNotSave(manual('52.5', '13.4'), geo, 'observer')).toContain('Observer')
})
