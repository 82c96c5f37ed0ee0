import { Link, type LinkProps } from './link.tsx'
import styles from './NameLink.module.css'

/** The name of what a row of a table is about, as the way to it. */
export function NameLink(props: LinkProps) {
  return <Link {...props} className={styles.name} />
}
