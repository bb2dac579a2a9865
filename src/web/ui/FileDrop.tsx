import { type ReactNode, useEffect, useRef, useState } from 'react'
import { UploadFileOutlined } from '#web/ui/icons/UploadFileOutlined.tsx'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { useMedia } from './useMedia.ts'
import './file-drop.css'

interface Props {
  /** What is dropped here: "a planilha de clientes". */
  oQue: string
  /** Accepted formats and limits, in words. */
  ajuda: ReactNode
  /** As the browser's file picker takes it: ".csv,.txt". */
  aceita: string
  rotulo: string
  aoEscolher: (arquivos: [File, ...File[]]) => void
  /** More than one at a time may come. */
  varios?: boolean
  children?: ReactNode
}

/** The browser would open a file dropped outside the area, over the screen and what was typed in it. */
function useNadaSeAbre() {
  useEffect(() => {
    const parar = (evento: Event) => evento.preventDefault()
    window.addEventListener('dragover', parar)
    window.addEventListener('drop', parar)
    return () => {
      window.removeEventListener('dragover', parar)
      window.removeEventListener('drop', parar)
    }
  }, [])
}

/** A place to drop files, or to choose them from the keyboard. */
export function FileDrop({ oQue, ajuda, aceita, rotulo, aoEscolher, varios = false, children }: Props) {
  const campo = useRef<HTMLInputElement>(null)
  const [sobre, setSobre] = useState(false)
  const [recusa, setRecusa] = useState('')
  // Touch alone cannot drag files into a page.
  const arrasta = useMedia('(any-pointer: fine)')
  useNadaSeAbre()
  const escolher = (lista: FileList | null) => {
    const [primeiro, ...outros] = lista ?? []
    // Several can be dropped wherever one is asked for.
    const demais = !varios && outros.length > 0
    setRecusa(demais ? 'Um arquivo de cada vez: nenhum foi lido.' : '')
    if (primeiro && !demais) aoEscolher([primeiro, ...outros])
    if (campo.current) campo.current.value = ''
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same from the keyboard
    <div
      className={sobre ? 'file-drop over' : 'file-drop'}
      onDragOver={(evento) => {
        evento.preventDefault()
        setSobre(true)
      }}
      onDragLeave={() => setSobre(false)}
      onDrop={(evento) => {
        evento.preventDefault()
        setSobre(false)
        escolher(evento.dataTransfer.files)
      }}
    >
      <UploadFileOutlined aria-hidden size={40} />
      <p className="file-drop-title">{arrasta ? `Arraste ${oQue} para cá` : `Escolha ${oQue}`}</p>
      <p className="file-drop-help">{ajuda}</p>
      {recusa && <Alert tom="error">{recusa}</Alert>}
      <div className="file-drop-actions">
        <Button variant="contained" onClick={() => campo.current?.click()}>
          {varios ? 'Escolher arquivos' : 'Escolher arquivo'}
        </Button>
        {children}
      </div>
      <input
        ref={campo}
        type="file"
        accept={aceita}
        multiple={varios}
        aria-label={rotulo}
        className="so-leitor"
        tabIndex={-1}
        onChange={(evento) => escolher(evento.target.files)}
      />
    </div>
  )
}
