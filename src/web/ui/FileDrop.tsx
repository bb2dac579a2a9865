import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useRef, useState } from 'react'
import { cor } from '#web/theme.ts'

interface Props {
  titulo: string
  /** Accepted formats and limits, in words. */
  ajuda: ReactNode
  /** As the browser's file picker takes it: ".csv,.txt". */
  aceita: string
  rotulo: string
  aoEscolher: (arquivo: File) => void
  children?: ReactNode
}

/** A place to drop one file, or to choose it from the keyboard. */
export function FileDrop({ titulo, ajuda, aceita, rotulo, aoEscolher, children }: Props) {
  const campo = useRef<HTMLInputElement>(null)
  const [sobre, setSobre] = useState(false)
  const escolher = (arquivos: FileList | null) => {
    const arquivo = arquivos?.[0]
    if (arquivo) aoEscolher(arquivo)
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
        {titulo}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: 480 }}>{ajuda}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2, mt: 2 }}>
        <Button variant="contained" onClick={() => campo.current?.click()}>
          Escolher arquivo
        </Button>
        {children}
      </Box>
      <input
        ref={campo}
        type="file"
        accept={aceita}
        aria-label={rotulo}
        className="so-leitor"
        tabIndex={-1}
        onChange={(evento) => escolher(evento.target.files)}
      />
    </Box>
  )
}
