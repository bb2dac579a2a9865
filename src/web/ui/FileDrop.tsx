import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useRef, useState } from 'react'
import { cor } from '#web/theme.ts'
import { useMedia } from './useMedia.ts'

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

/** A place to drop files, or to choose them from the keyboard. */
export function FileDrop({ oQue, ajuda, aceita, rotulo, aoEscolher, varios = false, children }: Props) {
  const campo = useRef<HTMLInputElement>(null)
  const [sobre, setSobre] = useState(false)
  // A finger drags nothing into a page.
  const arrasta = useMedia('(any-pointer: fine)')
  const escolher = (lista: FileList | null) => {
    const [primeiro, ...outros] = lista ?? []
    if (primeiro) aoEscolher([primeiro, ...(varios ? outros : [])])
    if (campo.current) campo.current.value = ''
  }
  return (
    <Box
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
      sx={{
        border: `1px dashed ${sobre ? '#1976D2' : cor.borderControl}`,
        background: sobre ? cor.primaryTint : '#FFF',
        borderRadius: '12px',
        px: 6,
        py: 10,
        display: 'grid',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 2,
      }}
    >
      <UploadFileOutlined sx={{ fontSize: 40, color: 'text.secondary' }} aria-hidden />
      <Typography component="p" sx={{ fontWeight: 600, fontSize: 16, lineHeight: '24px' }}>
        {arrasta ? `Arraste ${oQue} para cá` : `Escolha ${oQue}`}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: 480 }}>{ajuda}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2, mt: 2 }}>
        <Button variant="contained" onClick={() => campo.current?.click()}>
          {varios ? 'Escolher arquivos' : 'Escolher arquivo'}
        </Button>
        {children}
      </Box>
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
    </Box>
  )
}
