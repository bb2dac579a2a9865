import AddOutlined from '@mui/icons-material/AddOutlined'
import RemoveOutlined from '@mui/icons-material/RemoveOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { diasEntre } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { MAXIMO_PARCELAS } from '#domain/negociacao.ts'
import { cor } from '#web/theme.ts'
import { Entrada } from '#web/ui/entradas.tsx'
import { diaDaSemanaLongo, dinheiro, percentual, plural } from '#web/ui/formatos.ts'
import type { Base, Formulario, Proposta } from './proposta.ts'

interface Props {
  formulario: Formulario
  proposta: Proposta
  base: Base
  erroDe: (campo: keyof Formulario) => string | undefined
  aoMudar: (parte: Partial<Formulario>) => void
}

/** The four conditions; each helper line says the other way to put it. */
export function CondicoesAcordo({ formulario, proposta, base, erroDe, aoMudar }: Props) {
  const n = Number(formulario.parcelas) || 0
  const primeira = proposta.parcelas.find((parcela) => parcela.numero === 1)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 4 }}>
      <Entrada
        rotulo="Desconto"
        opcional
        prefixo={formulario.desconto_em === 'reais' ? 'R$' : '%'}
        value={formulario.desconto}
        placeholder="0,00"
        atributos={{ inputMode: 'decimal' }}
        onChange={(evento) => aoMudar({ desconto: evento.target.value })}
        erro={erroDe('desconto')}
        ajuda={outraFormaDoDesconto(formulario, proposta, base)}
        endAdornment={
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label="Desconto em"
            value={formulario.desconto_em}
            onChange={(_, desconto_em: Formulario['desconto_em'] | null) =>
              desconto_em && aoMudar({ desconto_em, desconto: '' })
            }
            sx={{ mr: -2, '& button': { px: 2, py: 0, height: 26, textTransform: 'none' } }}
          >
            <ToggleButton value="reais">R$</ToggleButton>
            <ToggleButton value="percentual">%</ToggleButton>
          </ToggleButtonGroup>
        }
      />
      <Entrada
        rotulo="Entrada, paga hoje"
        opcional
        prefixo="R$"
        placeholder="0,00"
        value={formulario.entrada}
        atributos={{ inputMode: 'decimal' }}
        onChange={(evento) => aoMudar({ entrada: evento.target.value })}
        erro={erroDe('entrada')}
        ajuda={
          proposta.entradaCentavos > 0 && proposta.totalCentavos > 0
            ? `${percentual((proposta.entradaCentavos / proposta.totalCentavos) * 100)} do valor negociado`
            : undefined
        }
      />
      <Entrada
        rotulo="Parcelas"
        value={formulario.parcelas}
        atributos={{
          inputMode: 'numeric',
          style: primeira ? { textAlign: 'right', width: '5ch', padding: 0, fontWeight: 500 } : { textAlign: 'center' },
        }}
        onChange={(evento) => aoMudar({ parcelas: evento.target.value.replace(/\D/g, '').slice(0, 2) })}
        erro={erroDe('parcelas')}
        ajuda={`de 1 a ${MAXIMO_PARCELAS}`}
        sx={{ minHeight: 37, justifyContent: 'space-between', '& input': { flex: primeira ? '1 1 2ch' : 1 }, px: 1 }}
        startAdornment={
          <IconButton
            size="small"
            aria-label="Uma parcela a menos"
            disabled={n <= 1}
            onClick={() => aoMudar({ parcelas: String(n - 1) })}
            sx={PASSO}
          >
            <RemoveOutlined sx={{ fontSize: 18 }} />
          </IconButton>
        }
        endAdornment={
          <>
            {primeira && (
              <Box component="span" sx={{ fontWeight: 500, whiteSpace: 'nowrap', flex: '1.6 1 auto', pl: 1.5 }}>
                × {dinheiro(emReais(primeira.valorCentavos))}
              </Box>
            )}
            <IconButton
              size="small"
              aria-label="Uma parcela a mais"
              disabled={n >= MAXIMO_PARCELAS}
              onClick={() => aoMudar({ parcelas: String(n + 1) })}
              sx={{ ...PASSO, ml: 'auto' }}
            >
              <AddOutlined sx={{ fontSize: 18 }} />
            </IconButton>
          </>
        }
      />
      <Entrada
        rotulo="Primeiro vencimento"
        type="date"
        value={formulario.primeiro_vencimento}
        atributos={{ min: base.hoje }}
        onChange={(evento) => aoMudar({ primeiro_vencimento: evento.target.value })}
        erro={erroDe('primeiro_vencimento')}
        ajuda={quandoCai(formulario.primeiro_vencimento, base.hoje)}
      />
    </Box>
  )
}

const PASSO = { background: cor.surfaceAlt, '&:hover': { background: cor.rowDivider } }

function quandoCai(dia: string, hoje: string): string | undefined {
  if (!dia) return undefined
  const dias = diasEntre(hoje, dia)
  return `${diaDaSemanaLongo(dia)}, ${dias <= 0 ? 'hoje' : dias === 1 ? 'amanhã' : `em ${plural(dias, 'dia', 'dias')}`}`
}

/** Typed in R$, the helper line says the percentage; typed in %, it says the money. */
function outraFormaDoDesconto(formulario: Formulario, { descontoCentavos, encargosCentavos }: Proposta, base: Base) {
  const brutoCentavos = base.originalCentavos + encargosCentavos
  if (descontoCentavos === 0 || brutoCentavos === 0) return undefined
  if (formulario.desconto_em === 'percentual') return dinheiro(emReais(descontoCentavos))
  const perdoa = descontoCentavos === encargosCentavos ? ' · perdoa os encargos' : ''
  return `${percentual((descontoCentavos / brutoCentavos) * 100)}${perdoa}`
}
