import { IconPlus } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { multiDeviceText } from '@/messages/multi-device.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import type { ChosenDevices } from './use-chosen-devices.ts'
import { foundDevicesQuery } from './multi-device.queries.ts'
import styles from './MultiDevice.module.css'

interface AddDeviceProps {
  chosen: ChosenDevices
  most: number
}

/** Finds one more device by its name. */
export function AddDevice({ chosen, most }: AddDeviceProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        icon={<IconPlus size={16} aria-hidden="true" />}
        reason={chosen.uuids.length >= most ? multiDeviceText.tooMany(most) : undefined}
        onClick={() => setOpened(true)}
      >
        {multiDeviceText.addDevice}
      </Button>
      {opened && (
        <Dialog opened onClose={() => setOpened(false)} title={multiDeviceText.addTitle} size="s">
          <Finder
            taken={chosen.uuids}
            onFound={(uuid) => {
              chosen.add(uuid)
              setOpened(false)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

function Finder({ taken, onFound }: { taken: readonly string[]; onFound: (uuid: string) => void }) {
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
        <output>{multiDeviceText.noneFound}</output>
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
