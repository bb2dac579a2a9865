import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useEffect, useState } from 'react'
import { cor } from '#web/theme.ts'
import { tamanho } from '#web/ui/formatos.ts'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { DescriptionOutlined } from '#web/ui/icons/DescriptionOutlined.tsx'

interface Props {
  arquivos: readonly File[]
  erro: string
  aoTirar: (arquivo: File) => void
}

/** What goes with the next message, above the field in which its caption is written. */
export function Anexos({ arquivos, erro, aoTirar }: Props) {
  return (
    <>
      {arquivos.length > 0 && (
        <Box
          component="ul"
          aria-label="Arquivos a enviar"
          sx={{ display: 'flex', gap: 2, p: 0, m: 0, mb: 2, overflowX: 'auto' }}
        >
          {arquivos.map((arquivo) => (
            <Box
              component="li"
              key={`${arquivo.name}-${arquivo.lastModified}-${arquivo.size}`}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                flexShrink: 0,
                maxWidth: 260,
                border: `1px solid ${cor.divider}`,
                borderRadius: '8px',
                p: 1,
                fontSize: 13,
                lineHeight: '18px',
              }}
            >
              <Miniatura arquivo={arquivo} />
              <Box sx={{ minWidth: 0 }}>
                <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{arquivo.name}</Box>
                <Box sx={{ color: 'text.secondary' }}>{tamanho(arquivo.size)}</Box>
              </Box>
              <IconButton size="small" aria-label={`Tirar ${arquivo.name}`} onClick={() => aoTirar(arquivo)}>
                <CloseOutlined size={18} />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
      <Box role="alert" sx={{ fontSize: 13, lineHeight: '18px', color: 'error.main', mb: erro ? 2 : 0 }}>
        {erro}
      </Box>
    </>
  )
}

/** A picture shows itself, a document its icon. */
export function Miniatura({ arquivo, lado = 40 }: { arquivo: File; lado?: number }) {
  const [endereco, setEndereco] = useState<string>()
  const imagem = arquivo.type.startsWith('image/')
  useEffect(() => {
    if (!imagem) return
    const novo = URL.createObjectURL(arquivo)
    setEndereco(novo)
    return () => URL.revokeObjectURL(novo)
  }, [arquivo, imagem])
  if (!imagem) return <DescriptionOutlined aria-hidden size={Math.min(lado, 40)} style={{ color: 'var(--text-2)' }} />
  return (
    <Box
      component="img"
      src={endereco}
      alt=""
      sx={{
        width: lado,
        height: lado,
        objectFit: 'cover',
        borderRadius: '4px',
        background: 'var(--divider)',
        flexShrink: 0,
      }}
    />
  )
}
