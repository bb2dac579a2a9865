import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import { useQuery } from '@tanstack/react-query'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { emReais } from '#domain/dinheiro.ts'
import { dizerParcelas } from '#domain/negociacao.ts'
import { modelosQuery } from '#web/mensagens/mensagens.api.ts'
import { cor } from '#web/theme.ts'
import { dia, dinheiro } from '#web/ui/formatos.ts'
import type { Proposta } from './proposta.ts'

interface Props {
  cliente: ClienteDetalhado
  proposta: Proposta
  enviar: boolean
  aoMudar: (enviar: boolean) => void
}

/** The message that confirms the agreement, as the customer will read it, while it is still being typed. */
export function MensagemDoAcordo({ cliente, proposta, enviar, aoMudar }: Props) {
  const consulta = useQuery(modelosQuery(cliente.id))
  const alcancavel = cliente.aceita_mensagens && cliente.telefone !== null && !cliente.contato_invalido
  const modelo = consulta.data?.confirmacao ?? null
  return (
    <Box component="section" aria-label="Mensagem de confirmação">
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
        <Box component="h3" sx={{ m: 0, fontSize: 14, lineHeight: '20px', fontWeight: 600 }}>
          Mensagem de confirmação
        </Box>
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={enviar && alcancavel && modelo !== null}
              disabled={!alcancavel || modelo === null}
              onChange={(_, novo) => aoMudar(novo)}
            />
          }
          label="Enviar no WhatsApp"
          sx={{ mr: 0, gap: 2, color: 'text.secondary' }}
        />
      </Box>
      <Box sx={{ border: `1px dashed ${cor.borderButton}`, borderRadius: '12px', p: 3 }}>
        {!alcancavel ? (
          'Este cliente não recebe mensagens: avise-o por outro canal.'
        ) : consulta.isPending ? (
          <Skeleton variant="rounded" height={80} />
        ) : modelo === null ? (
          'O modelo Negociação ainda não foi aprovado pela Meta: nenhuma mensagem sai.'
        ) : (
          <Box
            sx={{
              opacity: enviar ? 1 : 0.5,
              px: 3,
              py: 2,
              borderRadius: '16px',
              borderBottomRightRadius: 4,
              background: cor.engine,
            }}
          >
            <Box sx={{ whiteSpace: 'pre-wrap' }}>{preencher(modelo, proposta)}</Box>
            <Box sx={{ textAlign: 'right', fontSize: 12, lineHeight: '16px', color: cor.engineMeta }}>
              modelo Negociação
            </Box>
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** As the server fills it: the whole sum, how many instalments, and when the first one is due. */
function preencher(modelo: string, { totalCentavos, parcelas }: Proposta): string {
  const total = dinheiro(emReais(Math.max(0, totalCentavos)))
  const primeira = parcelas[0]
  const valores: Record<string, string> = {
    valor: total,
    valor_atualizado: total,
    quantidade_contas: dizerParcelas(parcelas),
    vencimento: primeira ? dia(primeira.vencimento) : '…',
  }
  return modelo.replace(/\{\{(\w+)\}\}/g, (inteiro, nome: string) => valores[nome] ?? inteiro)
}
