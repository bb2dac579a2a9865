import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import ListItemButton from '@mui/material/ListItemButton'
import Skeleton from '@mui/material/Skeleton'
import type { MotivoDecisao } from '#contract/cobranca.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { cor, tons } from '#web/theme.ts'
import { numero } from '#web/ui/formatos.ts'
import { MOTIVOS } from './motivos.ts'

interface Props {
  relatorio: Resposta<'GET /api/admin/cobranca/execucoes/:id'> | undefined
  escolhido: MotivoDecisao | undefined
  aoEscolher: (motivo: MotivoDecisao | undefined) => void
}

/** How many by each reason, the billed first; a reason is a filter of the list beside it. */
export function ListaMotivos({ relatorio, escolhido, aoEscolher }: Props) {
  return (
    <Card
      component="nav"
      aria-label="Motivos"
      aria-busy={!relatorio}
      sx={{ alignSelf: 'start', maxHeight: { md: '100%' }, overflow: 'auto', py: 2 }}
    >
      {relatorio
        ? linhas(relatorio).map(({ motivo, rotulo, n, bom }) => (
            <ListItemButton
              key={rotulo}
              selected={escolhido === motivo}
              aria-pressed={escolhido === motivo}
              onClick={() => aoEscolher(motivo)}
              sx={{
                display: 'grid',
                gridTemplateColumns: '1fr auto',
                rowGap: 1,
                px: 4,
                py: 2,
                minHeight: 48,
                '&:focus-visible': { outlineOffset: '-2px' },
              }}
            >
              <Box component="span" sx={{ fontWeight: escolhido === motivo ? 500 : 400 }}>
                {rotulo}
              </Box>
              <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
                {numero(n)}
              </Box>
              <Box
                component="span"
                aria-hidden
                sx={{
                  gridColumn: '1 / -1',
                  height: 4,
                  borderRadius: 2,
                  background: cor.surfaceAlt,
                  overflow: 'hidden',
                }}
              >
                <Box
                  component="span"
                  sx={{
                    display: 'block',
                    height: '100%',
                    width: `${(n / Math.max(1, relatorio.avaliados)) * 100}%`,
                    minWidth: n > 0 ? 2 : 0,
                    background: bom ? tons.success.solid : tons.neutral.solid,
                  }}
                />
              </Box>
            </ListItemButton>
          ))
        : [0, 1, 2, 3, 4, 5].map((n) => <Skeleton key={n} height={48} sx={{ mx: 4 }} />)}
    </Card>
  )
}

function linhas({ avaliados, enfileiradas, simulada, ignorados }: NonNullable<Props['relatorio']>) {
  const cobrados: MotivoDecisao = simulada ? 'prevista' : 'enviada'
  const outros = Object.entries(ignorados)
    .filter((par): par is [MotivoDecisao, number] => Object.hasOwn(MOTIVOS, par[0]) && par[1] > 0)
    .sort(([, a], [, b]) => b - a)
  return [
    { motivo: undefined, rotulo: 'Todos', n: avaliados, bom: false },
    {
      motivo: cobrados,
      rotulo: simulada ? 'Receberiam agora' : 'Cobrados nesta rodada',
      n: enfileiradas,
      bom: true,
    },
    ...outros.map(([motivo, n]) => ({ motivo, rotulo: MOTIVOS[motivo], n, bom: false })),
  ]
}
