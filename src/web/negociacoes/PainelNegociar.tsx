import AddOutlined from '@mui/icons-material/AddOutlined'
import CloseOutlined from '@mui/icons-material/CloseOutlined'
import RemoveOutlined from '@mui/icons-material/RemoveOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type KeyboardEvent, useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { diasEntre, somarDias } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { MAXIMO_PARCELAS } from '#domain/negociacao.ts'
import { hoje } from '#web/api/agora.ts'
import { ErroDaApi, fraseDe } from '#web/api/erro.ts'
import { useChave } from '#web/api/useChave.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { confirmar } from '#web/ui/dialogos.tsx'
import { Entrada } from '#web/ui/entradas.tsx'
import { diaDaSemanaLongo, dinheiro, percentual, plural, valor } from '#web/ui/formatos.ts'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { ContasDoAcordo } from './ContasDoAcordo.tsx'
import { Cronograma } from './Cronograma.tsx'
import { fecharAcordo } from './negociacoes.api.ts'
import { calcularProposta, type Formulario } from './proposta.ts'

/** Which accounts go into the agreement, as the debts panel chose them and this one may change. */
export interface ContasEscolhidas {
  contas: ClienteDetalhado['contas']
  tem: (id: number) => boolean
  alternar: (id: number) => void
}
interface Props {
  cliente: ClienteDetalhado
  selecao: ContasEscolhidas
}

const DIAS_ATE_PRIMEIRA = 10
const inicial = (): Formulario => ({
  incluir_encargos: true,
  desconto: '',
  desconto_em: 'reais',
  entrada: '',
  parcelas: '3',
  primeiro_vencimento: somarDias(hoje(), DIAS_ATE_PRIMEIRA),
  observacao: '',
})
const emCentavos = (reais: number) => Math.round(reais * 100)
const somar = (valores: number[]) => valores.reduce((soma, um) => soma + emCentavos(um), 0)

/** The negotiation beside the conversation, which stays usable: accounts, conditions, and the schedule as it will be. */
export function PainelNegociar({ cliente, selecao }: Props) {
  const { mudar: mudarEndereco } = useFiltros()
  const [formulario, setFormulario] = useState(inicial)
  const [tocado, setTocado] = useState(false)
  const [falha, setFalha] = useState<unknown>(null)
  const [enviando, setEnviando] = useState(false)
  const chave = useChave()
  const { contas } = selecao
  const base = {
    originalCentavos: somar(contas.map((conta) => conta.valor)) - somar(contas.map((conta) => conta.valor_pago)),
    encargosCentavos: somar(contas.map((conta) => conta.encargos)),
    hoje: hoje(),
  }
  const proposta = calcularProposta(formulario, base)
  const doServidor = falha instanceof ErroDaApi ? falha.campos : {}
  const erroDe = (campo: keyof Formulario) => proposta.erros[campo] ?? doServidor[campo]?.[0]
  const mudar = (parte: Partial<Formulario>) => {
    setTocado(true)
    setFalha(null)
    setFormulario((antes) => ({ ...antes, ...parte }))
  }

  const fechar = async () => {
    if (tocado && !(await confirmar(DESCARTAR))) return
    mudarEndereco({ painel: 'contas' })
  }
  const fecharNegocio = async () => {
    setEnviando(true)
    setFalha(null)
    const body = {
      contas: contas.map((conta) => conta.id),
      incluir_encargos: formulario.incluir_encargos,
      ...(proposta.descontoCentavos > 0 && { desconto: emReais(proposta.descontoCentavos) }),
      ...(proposta.entradaCentavos > 0 && { entrada: emReais(proposta.entradaCentavos) }),
      parcelas: Number(formulario.parcelas),
      primeiro_vencimento: formulario.primeiro_vencimento,
      ...(formulario.observacao.trim() && { observacao: formulario.observacao.trim() }),
    }
    try {
      await fecharAcordo(cliente.id, body, chave.para(body))
      chave.feito()
      avisar(`Acordo de ${dinheiro(emReais(proposta.totalCentavos))} fechado com ${cliente.nome}.`)
      mudarEndereco({ painel: 'contas' })
    } catch (erro) {
      setFalha(erro)
    } finally {
      setEnviando(false)
    }
  }

  const n = Number(formulario.parcelas) || 0
  const primeiraParcela = proposta.parcelas.find((parcela) => parcela.numero === 1)
  const pode = contas.length > 0 && Object.keys(proposta.erros).length === 0 && proposta.parcelas.length > 0
  return (
    <Box
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}
      onKeyDown={(evento: KeyboardEvent) => {
        if (evento.key === 'Escape' && !evento.defaultPrevented) void fechar()
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          minHeight: 56,
          pl: 5,
          pr: 3,
          borderBottom: `1px solid ${cor.divider}`,
          flexShrink: 0,
        }}
      >
        <Box component="h2" sx={{ m: 0, flex: 1, fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
          Negociar
        </Box>
        <IconButton aria-label="Fechar negociação" onClick={() => void fechar()}>
          <CloseOutlined />
        </IconButton>
      </Box>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: 'auto',
          px: 5,
          py: 4,
          display: 'grid',
          alignContent: 'start',
          gridAutoRows: 'max-content',
          gap: 3,
        }}
      >
        <ContasDoAcordo cliente={cliente} selecao={selecao} />
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={formulario.incluir_encargos}
                onChange={(_, incluir_encargos) => mudar({ incluir_encargos })}
              />
            }
            label="Incluir encargos de hoje"
            sx={{ ml: 0, gap: 2 }}
          />
          <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>+ {valor(emReais(proposta.encargosCentavos))}</Box>
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 4 }}>
          <Entrada
            rotulo="Desconto"
            opcional
            prefixo={formulario.desconto_em === 'reais' ? 'R$' : '%'}
            value={formulario.desconto}
            placeholder="0,00"
            atributos={{ inputMode: 'decimal' }}
            onChange={(evento) => mudar({ desconto: evento.target.value })}
            erro={erroDe('desconto')}
            ajuda={outraFormaDoDesconto(
              formulario,
              proposta.descontoCentavos,
              base.originalCentavos + proposta.encargosCentavos,
            )}
            endAdornment={
              <ToggleButtonGroup
                exclusive
                size="small"
                aria-label="Desconto em"
                value={formulario.desconto_em}
                onChange={(_, desconto_em: Formulario['desconto_em'] | null) =>
                  desconto_em && mudar({ desconto_em, desconto: '' })
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
            onChange={(evento) => mudar({ entrada: evento.target.value })}
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
            atributos={{ inputMode: 'numeric', style: { textAlign: 'center' } }}
            onChange={(evento) => mudar({ parcelas: evento.target.value.replace(/\D/g, '').slice(0, 2) })}
            erro={erroDe('parcelas')}
            ajuda={
              primeiraParcela
                ? `${n} × ${dinheiro(emReais(primeiraParcela.valorCentavos))}`
                : `de 1 a ${MAXIMO_PARCELAS}`
            }
            startAdornment={
              <IconButton
                size="small"
                aria-label="Uma parcela a menos"
                disabled={n <= 1}
                onClick={() => mudar({ parcelas: String(n - 1) })}
              >
                <RemoveOutlined sx={{ fontSize: 18 }} />
              </IconButton>
            }
            endAdornment={
              <IconButton
                size="small"
                aria-label="Uma parcela a mais"
                disabled={n >= MAXIMO_PARCELAS}
                onClick={() => mudar({ parcelas: String(n + 1) })}
              >
                <AddOutlined sx={{ fontSize: 18 }} />
              </IconButton>
            }
          />
          <Entrada
            rotulo="Primeiro vencimento"
            type="date"
            value={formulario.primeiro_vencimento}
            atributos={{ min: base.hoje }}
            onChange={(evento) => mudar({ primeiro_vencimento: evento.target.value })}
            erro={erroDe('primeiro_vencimento')}
            ajuda={
              formulario.primeiro_vencimento &&
              `${diaDaSemanaLongo(formulario.primeiro_vencimento)}, em ${plural(diasEntre(base.hoje, formulario.primeiro_vencimento), 'dia', 'dias')}`
            }
          />
        </Box>
        <Cronograma parcelas={proposta.parcelas} totalCentavos={proposta.totalCentavos} />
        <Entrada
          rotulo="Observação"
          opcional
          multiline
          minRows={2}
          value={formulario.observacao}
          atributos={{ maxLength: 1000 }}
          onChange={(evento) => mudar({ observacao: evento.target.value })}
          erro={erroDe('observacao')}
          ajuda="O cliente recebe a confirmação do acordo pelo WhatsApp."
        />
      </Box>
      <Box sx={{ flexShrink: 0, px: 5, py: 4, borderTop: `1px solid ${cor.divider}` }}>
        {Boolean(falha) && (
          <Alert severity="error" sx={{ mb: 3 }}>
            {fraseDe(falha)}
          </Alert>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Box sx={{ flex: 1 }}>
            <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
              {contas.length === 0
                ? 'Escolha ao menos uma conta'
                : `${proposta.entradaCentavos > 0 ? 'Entrada + ' : ''}${plural(n, 'parcela', 'parcelas')}`}
            </Box>
            <Box sx={{ fontSize: 18, lineHeight: '26px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {dinheiro(emReais(Math.max(0, proposta.totalCentavos)))}
            </Box>
          </Box>
          <Button onClick={() => void fechar()}>Cancelar</Button>
          <Button variant="contained" disabled={!pode} loading={enviando} onClick={() => void fecharNegocio()}>
            Fechar acordo
          </Button>
        </Box>
      </Box>
    </Box>
  )
}

const DESCARTAR = {
  titulo: 'Descartar a negociação?',
  texto: 'As condições que você escreveu ainda não foram fechadas.',
  acao: 'Descartar',
  cancelar: 'Continuar negociando',
  perigo: true,
}

/** Typed in R$, the helper line says the percentage; typed in %, it says the money. */
function outraFormaDoDesconto(
  formulario: Formulario,
  descontoCentavos: number,
  brutoCentavos: number,
): string | undefined {
  if (descontoCentavos === 0 || brutoCentavos === 0) return undefined
  if (formulario.desconto_em === 'percentual') return dinheiro(emReais(descontoCentavos))
  return percentual((descontoCentavos / brutoCentavos) * 100)
}
