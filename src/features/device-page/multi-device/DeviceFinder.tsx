import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { multiDeviceText } from '@/messages/device-page/multi-device.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { foundDevicesQuery } from './multi-device.queries.ts'
import styles from './MultiDevice.module.css'

export interface DeviceFinderProps {
  /** UUIDs to exclude. */
  taken: readonly string[]
  onFound: (uuid: string) => void
}

/** Finds a device in any fleet by name or by the start of its UUID. */
export function DeviceFinder({ taken, onFound }: DeviceFinderProps) {
  const [text, setText] = useState('')
  const query = foundDevicesQuery(text)
  const { data, error, isFetching } = useQuery(text === '' ? { ...query, queryFn: skipToken } : query)
  const found = (data ?? []).filter(({ uuid }) => !taken.includes(uuid))
  return (
    <div className={styles.finder}>
      <SearchField
        label={multiDeviceText.search}
        value={text}
        isFilter={false}
        width="100%"
        onChange={setText}
      />
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {multiDeviceText.searchFailed}: {errorMessage(error)}
        </p>
      )}
      {text !== '' && data !== undefined && found.length === 0 && !isFetching && (
        <Status as="span">{multiDeviceText.noneFound}</Status>
      )}
      <ul className={styles.results} aria-label={multiDeviceText.searchResults}>
        {found.map(({ uuid, device_name: name, belongs_to__application: [fleet] }) => (
          <li key={uuid}>
            <button type="button" onClick={() => onFound(uuid)}>
              {name} <span>{fleet?.app_name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
