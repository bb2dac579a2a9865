import type { ClienteDetalhado } from '#contract/ficha.ts'
import { diaDe } from '#domain/data.ts'
import { Button } from '#web/ui/Button.tsx'
import { dia, diaEHora, documentoComNome, maiuscula, numero, telefone } from '#web/ui/formatos.ts'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import './ficha.css'
import { Dado } from '#web/ui/Dado.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const NaoPerturbe = onDemand(() => import('./NaoPerturbe.tsx'), 'NaoPerturbe')
const DaPessoa = onDemand(() => import('./DaPessoa.tsx'), 'DaPessoa')

/** Who a customer is and how they are reached. */
export function DadosCliente({ cliente, aoEditar }: { cliente: ClienteDetalhado; aoEditar?: () => void }) {
  return (
    <div className="dados">
      <dl>
        <Dado rotulo="Nome">{cliente.nome}</Dado>
        <Dado rotulo="Documento">{documentoComNome(cliente.documento)}</Dado>
        <Dado rotulo="Telefone">
          {telefone(cliente.telefone)}
          {cliente.contato_invalido && !cliente.telefone_negado_em && <div className="erro">não está no WhatsApp</div>}
          <DaPessoa cliente={cliente} pode={aoEditar !== undefined} />
        </Dado>
        <Dado rotulo="E-mail">{cliente.email ?? '—'}</Dado>
        <Dado rotulo="Código externo">{cliente.codigo_externo ?? '—'}</Dado>
        <Dado rotulo="Município">{[cliente.municipio, cliente.uf].filter(Boolean).join('/') || '—'}</Dado>
        <Dado rotulo="Operador">{cliente.operador?.name ?? 'Ninguém: está livre'}</Dado>
        <Dado rotulo="Tentativas">{numero(cliente.numero_chamadas)} sem resposta</Dado>
        <Dado rotulo="Mensagens">
          {cliente.aceita_mensagens
            ? 'Aceita'
            : `Pediu para não receber${cliente.recusou_em ? `, em ${dia(diaDe(cliente.recusou_em))}` : ''}`}
        </Dado>
        {cliente.bloqueios.length > 0 && <NaoPerturbe cliente={cliente} />}
        <Dado rotulo="Marketing">{cliente.aceita_marketing ? 'Aceita' : 'Parou no próprio WhatsApp'}</Dado>
        <Dado rotulo="Consentimento">{consentimento(cliente)}</Dado>
        <Dado rotulo="Próximo contato">{cliente.proximo_contato_em ? dia(cliente.proximo_contato_em) : '—'}</Dado>
        <Dado rotulo="Cliente desde">{diaEHora(cliente.created_at)}</Dado>
      </dl>
      {aoEditar && (
        <div className="row wrap gap-8">
          <Button variant="outlined" startIcon={<EditOutlined />} onClick={aoEditar}>
            Editar contato
          </Button>
        </div>
      )}
    </div>
  )
}

/** Where the number came from, as recorded then, and the day; a withdrawn consent comes first. */
function consentimento({ consentimento: dado, aceita_mensagens, recusou_em }: ClienteDetalhado): string {
  const dado_em = dado && (dado.em ? `${dado.origem}, em ${dia(diaDe(dado.em))}` : dado.origem)
  if (aceita_mensagens) return dado_em ? maiuscula(dado_em) : '—'
  const retirado = recusou_em ? `Retirado em ${dia(diaDe(recusou_em))}` : 'Retirado'
  return dado_em ? `${retirado}. Antes: ${dado_em}` : retirado
}
