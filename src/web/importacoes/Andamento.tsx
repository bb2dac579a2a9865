import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useQuery } from '@tanstack/react-query'
import { numero } from '#web/ui/formatos.ts'
import { andamentoQuery } from './importacoes.api.ts'

interface Props {
  titulo: string
  arquivo: string
  simular: boolean
  /** What there is to read in all; the bar only runs when it is not known. */
  total: number | undefined
  /** "linhas", "documentos". */
  de: string
  /** Nothing is written yet: the reading may be given up. */
  aoParar: () => void
}

/** How far the running import has come, as the server counts it. */
export function Andamento({ titulo, arquivo, simular, total, de, aoParar }: Props) {
  const { data } = useQuery(andamentoQuery)
  const lidas = data?.data.find((uma) => uma.arquivo === arquivo && uma.simulada === simular)?.lidas
  const parte = lidas !== undefined && total ? Math.min(100, (lidas / total) * 100) : undefined
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        py: 16,
        px: 6,
        maxWidth: 560,
        mx: 'auto',
        width: '100%',
        textAlign: 'center',
        justifyItems: 'center',
      }}
    >
      <div role="status">
        <Box component="h2" sx={{ m: 0, fontWeight: 600, fontSize: 16, lineHeight: '24px' }}>
          {titulo}
        </Box>
      </div>
      <LinearProgress
        {...(parte === undefined ? {} : { variant: 'determinate', value: parte })}
        aria-label={titulo}
        sx={{ width: '100%', height: 8, borderRadius: '4px' }}
      />
      <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', minHeight: 20 }}>
        {lidas === undefined ? 'Enviando o arquivo…' : quantas(lidas, total, de)}
      </Box>
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
        {simular
          ? 'Nada é gravado agora: você confere antes.'
          : 'Pode sair desta tela: a gravação continua, e o resultado espera por você aqui.'}
      </Box>
      {simular && <Button onClick={aoParar}>Cancelar</Button>}
    </Box>
  )
}

const quantas = (lidas: number, total: number | undefined, de: string) =>
  total ? `${numero(lidas)} de ${numero(Math.max(total, lidas))} ${de}` : `${numero(lidas)} ${de}`
