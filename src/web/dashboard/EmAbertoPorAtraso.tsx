import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { Resposta } from '#web/api/contrato.ts'
import { cor, rampaAtraso } from '#web/theme.ts'
import { dinheiro, plural } from '#web/ui/formatos.ts'
import { BotaoLink } from '#web/ui/ligacoes.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'

type Faixas = Resposta<'GET /api/admin/dashboard'>['aging']

const NOMES: Record<string, string> = {
  a_vencer: 'A vencer',
  '1-30': '1 a 30 dias',
  '31-60': '31 a 60',
  '61-90': '61 a 90',
  '90+': 'Mais de 90',
}
const ESPERADAS = Object.keys(NOMES).map((faixa) => ({ faixa, contas: 0, valor: 0 }))

/** What is open by how late it is, on its own ramp, with the exact values. */
export function EmAbertoPorAtraso({ faixas }: { faixas: Faixas | undefined }) {
  const maximo = Math.max(1, ...(faixas ?? []).map((faixa) => faixa.valor))
  return (
    <Quadro
      titulo="Em aberto por atraso"
      acao={
        <BotaoLink to="/admin/clientes" search={{ atraso: 'com_atraso' }}>
          Ver quem deve
        </BotaoLink>
      }
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 5, pt: 3, pb: 5, display: 'grid', gap: 4.5 }}>
        {(faixas ?? ESPERADAS).map((faixa, i) => (
          <Box component="li" key={faixa.faixa}>
            <Box sx={{ display: 'flex', alignItems: 'baseline', columnGap: 1, flexWrap: 'wrap', mb: 1.5 }}>
              <span>{NOMES[faixa.faixa]}</span>
              <Box component="span" sx={{ fontSize: 12, color: cor.text3 }}>
                {faixas && plural(faixa.contas, 'conta', 'contas')}
              </Box>
              <Box component="span" sx={{ ml: 'auto', fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>
                {faixas ? dinheiro(faixa.valor) : <Skeleton width={96} />}
              </Box>
            </Box>
            <Box aria-hidden sx={{ height: 8, borderRadius: '4px', background: cor.surfaceAlt }}>
              <Box
                sx={{
                  height: 8,
                  borderRadius: '4px',
                  width: `${(faixa.valor / maximo) * 100}%`,
                  minWidth: faixa.valor > 0 ? 8 : 0,
                  background: rampaAtraso[i],
                }}
              />
            </Box>
          </Box>
        ))}
      </Box>
    </Quadro>
  )
}
