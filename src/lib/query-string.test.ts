import { expect, test } from 'vitest'
import { dataQuery, encodedPart } from './query-string.ts'

test('keeps the delimiters of a query, and encodes everything else', () => {
  const $filter = "id in (1,2) and tag_key eq 'a&b#c+d' and slug eq 'acme/gates' and note eq '100%'"
  const query = dataQuery({ $filter })
  expect(query).toBe(
    "$filter=id%20in%20(1,2)%20and%20tag_key%20eq%20'a%26b%23c%2Bd'%20and%20slug%20eq%20'acme/gates'%20and%20note%20eq%20'100%25'",
  )
  expect(new URLSearchParams(query).get('$filter')).toBe($filter)
})

test('joins the options of a query, and leaves out what is not set', () => {
  const options = { $filter: '', $select: 'id,name', $expand: 'device($select=id)', $orderby: 'id desc' }
  expect(dataQuery({ ...options, $top: 1 })).toBe(
    '$select=id,name&$expand=device($select=id)&$orderby=id%20desc&$top=1',
  )
  expect(dataQuery({})).toBe('')
})

test('encodes texts that are not well-formed', () => {
  expect(encodedPart('a/b \uD800')).toBe('a%2Fb%20%EF%BF%BD')
  expect(dataQuery({ $filter: "name eq '\uDC00'" })).toBe("$filter=name%20eq%20'%EF%BF%BD'")
})
