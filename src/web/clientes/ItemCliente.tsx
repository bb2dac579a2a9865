import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { diaDe } from '#domain/data.ts'
import { useAgora } from '#web/api/agora.ts'
import { cor, tons } from '#web/theme.ts'
import { dia, dinheiro, duracao, plural, quando } from '#web/ui/formatos.ts'
import { Janela } from '#web/ui/Janela.tsx'
import { motivoFila, statusCliente } from '#web/ui/StatusChip.tsx'

const ESPERA_LONGA_MS = 90 * 60_000

/** One customer in a list: name and wait; last message or the reason, unread; money late, days, window. */
export function ItemCliente({ cliente, solto = false }: { cliente: Cliente; solto?: boolean }) {
  const agora = useAgora()
  const espera = cliente.aguardando_desde ? agora.getTime() - Date.parse(cliente.aguardando_desde) : 0
  const emAtraso = cliente.contas_vencidas > 0
  return (
    <Box
      sx={{
        ...(!solto && { px: 4, pl: '13px', py: 2.5 }),
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: '1px',
      }}
    >
      <Linha
        esquerda={<Box sx={{ fontWeight: 500, ...corta }}>{cliente.nome}</Box>}
        direita={
          cliente.aguardando_desde ? (
            <Box component="span" sx={{ color: espera > ESPERA_LONGA_MS ? tons.error.texto : cor.text3 }}>
              <span className="so-leitor">espera há </span>
              {duracao(espera)}
            </Box>
          ) : (
            cliente.ultima_mensagem && <span>{quando(cliente.ultima_mensagem.created_at, agora)}</span>
          )
        }
      />
      <Linha
        esquerda={<Assunto cliente={cliente} hoje={diaDe(agora)} />}
        direita={cliente.nao_lidas > 0 && <NaoLidas n={cliente.nao_lidas} />}
      />
      <Linha
        esquerda={
          <Box sx={{ fontSize: 12, lineHeight: '18px', color: 'text.secondary', ...corta }}>
            <b style={{ fontWeight: 500, color: '#1A2027' }}>
              {dinheiro(emAtraso ? cliente.valor_vencido : cliente.valor_em_aberto)}
            </b>
            {emAtraso
              ? ` · ${plural(cliente.dias_atraso, 'dia', 'dias')}`
              : cliente.contas_em_aberto > 0
                ? ' a vencer'
                : ''}
          </Box>
        }
        direita={<Janela ate={cliente.janela_ate} curta />}
      />
    </Box>
  )
}

const corta = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

function Linha({ esquerda, direita }: { esquerda: ReactNode; direita: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 20 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>{esquerda}</Box>
      <Box sx={{ flexShrink: 0, fontSize: 12, lineHeight: '16px', color: cor.text3 }}>{direita}</Box>
    </Box>
  )
}

/** What to know first: why it waits when nobody wrote, else the last words said. */
function Assunto({ cliente, hoje }: { cliente: Cliente; hoje: string }) {
  const semPalavras = cliente.aguardando_motivo && cliente.aguardando_motivo !== 'respondeu'
  const aparencia = semPalavras ? motivoFila[cliente.aguardando_motivo!] : statusCliente[cliente.status]
  const Icone = aparencia.icone
  const mostrarIcone = semPalavras || cliente.status !== 'aguardando_atendimento'
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, color: 'text.secondary' }}>
      {mostrarIcone && (
        <Icone sx={{ fontSize: 16, color: tons[aparencia.tom].solid, flexShrink: 0 }} titleAccess={aparencia.rotulo} />
      )}
      <Box component="span" sx={corta}>
        {semPalavras
          ? porque(cliente)
          : cliente.status === 'pausado'
            ? pausa(cliente, hoje)
            : (cliente.ultima_mensagem?.conteudo ?? aparencia.rotulo)}
      </Box>
    </Box>
  )
}

/** Why a customer waits, in words; the last words of theirs when that is the reason. */
export function porque(cliente: Cliente): string {
  if (cliente.aguardando_motivo === 'respondeu' && cliente.ultima_mensagem?.direcao === 'recebida') {
    return `“${cliente.ultima_mensagem.conteudo}”`
  }
  if (cliente.aguardando_motivo === 'acordo_quebrado') return 'Uma parcela do acordo venceu e não foi paga'
  if (cliente.aguardando_motivo === 'sem_resposta')
    return `${plural(cliente.numero_chamadas, 'tentativa', 'tentativas')} sem resposta`
  if (cliente.aguardando_motivo === 'contato_invalido') return 'O número não está no WhatsApp'
  if (cliente.aguardando_motivo === 'nao_aceita_mensagens') return 'Pediu para não receber mensagens'
  if (cliente.aguardando_motivo === 'sem_operador') return 'O operador anterior não atende mais'
  return motivoFila[cliente.aguardando_motivo ?? 'respondeu'].rotulo
}

function pausa(cliente: Cliente, hoje: string): string {
  const ate = cliente.pausado_ate && cliente.pausado_ate >= hoje ? `até ${dia(cliente.pausado_ate)}` : ''
  return `Pausado ${ate}: ${cliente.motivo_pausa ?? ''}`
}

export function NaoLidas({ n }: { n: number }) {
  return (
    <Box
      component="span"
      sx={{
        minWidth: 20,
        height: 20,
        px: 1,
        borderRadius: '10px',
        background: '#1976D2',
        color: '#FFF',
        fontWeight: 500,
        display: 'grid',
        placeItems: 'center',
      }}
    >
      {n}
      <span className="so-leitor"> não lidas</span>
    </Box>
  )
}
