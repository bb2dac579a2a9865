import CloseOutlined from '@mui/icons-material/CloseOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import { type KeyboardEvent, useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { somarDias } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { hoje } from '#web/api/agora.ts'
import { ErroDaApi, fraseDe } from '#web/api/erro.ts'
import { useChave } from '#web/api/useChave.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { confirmar } from '#web/ui/dialogos.tsx'
import { Entrada } from '#web/ui/entradas.tsx'
import { dinheiro, plural, valor } from '#web/ui/formatos.ts'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { CondicoesAcordo } from './CondicoesAcordo.tsx'
import { ContasDoAcordo } from './ContasDoAcordo.tsx'
import { Cronograma } from './Cronograma.tsx'
import { MensagemDoAcordo } from './MensagemDoAcordo.tsx'
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
  enviar_mensagem: true,
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
      enviar_mensagem: formulario.enviar_mensagem,
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
          minHeight: { xs: 56, sm: 64 },
          pl: 5,
          pr: 3,
          borderBottom: `1px solid ${cor.divider}`,
          flexShrink: 0,
        }}
      >
        <Box component="h2" sx={{ m: 0, flex: 1, fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
          Negociar
        </Box>
        <Box
          component="kbd"
          aria-hidden
          sx={{
            display: { xs: 'none', sm: 'block' },
            px: 1.5,
            mr: 2,
            border: `1px solid ${cor.divider}`,
            borderRadius: '4px',
            font: 'inherit',
            fontSize: 12,
          }}
        >
          Esc
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
          gridTemplateColumns: 'minmax(0, 1fr)',
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
          <Box sx={{ fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>
            + {valor(emReais(proposta.encargosCentavos))}
          </Box>
        </Box>
        <CondicoesAcordo formulario={formulario} proposta={proposta} base={base} erroDe={erroDe} aoMudar={mudar} />
        <Cronograma parcelas={proposta.parcelas} totalCentavos={proposta.totalCentavos} />
        <MensagemDoAcordo
          cliente={cliente}
          proposta={proposta}
          enviar={formulario.enviar_mensagem}
          aoMudar={(enviar_mensagem) => mudar({ enviar_mensagem })}
        />
        <Entrada
          rotulo="Observação"
          opcional
          multiline
          value={formulario.observacao}
          placeholder="Só a equipe vê"
          atributos={{ maxLength: 1000 }}
          onChange={(evento) => mudar({ observacao: evento.target.value })}
          erro={erroDe('observacao')}
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
