import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { useQuery } from '@tanstack/react-query'
import { numero } from '#web/ui/formatos.ts'
import { importacaoQuery, importacoesQuery } from './importacoes.api.ts'

interface Props {
  titulo: string
  /** What there is to read in all; the bar only runs when it is not known. */
  total: number | undefined
  /** "linhas", "documentos". */
  de: string
}

/** How far the running import has come, as the server counts it. */
export function Andamento({ titulo, total, de }: Props) {
  const lista = useQuery({ ...importacoesQuery(1, 5), refetchInterval: 1_000 })
  const atual = lista.data?.data.find((uma) => uma.situacao === 'processando')
  const uma = useQuery({ ...importacaoQuery(atual?.id ?? 0), enabled: atual !== undefined })
  const lidas = uma.data?.situacao === 'processando' ? uma.data.lidas : atual?.lidas
  const parte = lidas !== undefined && total ? Math.min(100, (lidas / total) * 100) : undefined
  return (
    <Box
      role="status"
      sx={{ display: 'grid', gap: 3, py: 16, px: 6, maxWidth: 560, mx: 'auto', width: '100%', textAlign: 'center' }}
    >
      <Box sx={{ fontWeight: 600, fontSize: 16, lineHeight: '24px' }}>{titulo}</Box>
      <LinearProgress
        {...(parte === undefined ? {} : { variant: 'determinate', value: parte })}
        aria-label={titulo}
        sx={{ height: 8, borderRadius: '4px' }}
      />
      <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', minHeight: 20 }}>
        {lidas === undefined
          ? 'Lendo o arquivo…'
          : total
            ? `${numero(lidas)} de ${numero(Math.max(total, lidas))} ${de}`
            : `${numero(lidas)} ${de}`}
      </Box>
    </Box>
  )
}
