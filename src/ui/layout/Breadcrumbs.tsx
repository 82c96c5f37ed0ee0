import { Link } from './link.tsx'
import styles from './Breadcrumbs.module.css'

export interface Crumb {
  label: string
  /** Left out on the last one, which is this page. */
  to?: string
}

/** The way to this page. On small screens only its last two steps are shown. */
export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={label}>
      <ol className={styles.crumbs}>
        {crumbs.map(({ label: text, to }, index) => (
          <li key={to ?? text}>
            {to === undefined ? (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{text}</span>
            ) : (
              <Link to={to}>{text}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
