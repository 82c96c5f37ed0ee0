import { KEYS_PER_PAGE } from '@/domain/access/api-keys.queries.ts'
import { withParams } from '@/lib/url-state.ts'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { useListAddress } from '@/widgets/navigation/use-list-address.ts'

/** Pagination of a long list of keys; nothing if there is only one page. */
export function KeyPages({ page, total }: { page: number; total: number }) {
  const { change } = useListAddress()
  if (page === 1 && total <= KEYS_PER_PAGE) return null
  return (
    <Pagination
      page={page}
      pageSize={KEYS_PER_PAGE}
      total={total}
      onPage={(to) => change((wanted) => withParams(wanted, { page: to > 1 ? String(to) : undefined }))}
    />
  )
}
