import type { Promessa } from '#contract/promessas.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { dia, diaEHora, dinheiro, plural } from '#web/ui/formatos.ts'
import { MotivoDialog } from '#web/ui/MotivoDialog.tsx'
import { StatusChip, statusPromessa } from '#web/ui/StatusChip.tsx'
import { cancelarPromessa } from './promessas.api.ts'
import '#web/clientes/tratativa.css'

/** A whole promise; `podeCancelar`: an operator may cancel it while it is pending. */
export function UmaPromessa({ promessa, podeCancelar = true }: { promessa: Promessa; podeCancelar?: boolean }) {
  return (
    <article className="tratativa" aria-labelledby={`promessa-${promessa.id}`}>
      <div className="row wrap gap-8">
        <h3 id={`promessa-${promessa.id}`}>Promessa até {dia(promessa.ate)}</h3>
        <StatusChip de={statusPromessa[promessa.status]} />
        <div className="forte algarismos">{dinheiro(promessa.valor)}</div>
      </div>
      <div className="miudo cinza">
        {diaEHora(promessa.created_at)}
        {promessa.autor ? `, por ${promessa.autor.name}` : ', pelo próprio cliente'} ·{' '}
        {plural(promessa.contas.length, 'conta', 'contas')}
        {promessa.valor_pago > 0 && ` · ${dinheiro(promessa.valor_pago)} já pagos`}
        {promessa.status === 'pendente' && ` · a cobrança espera até ${dia(promessa.limite)}`}
        {promessa.encerrada_em && ` · terminou em ${diaEHora(promessa.encerrada_em)}`}
      </div>
      {promessa.observacao && <div>{promessa.observacao}</div>}
      {promessa.motivo && <div className="cinza">{promessa.motivo}</div>}
      {promessa.status === 'pendente' && podeCancelar && (
        <Button danger className="rente" onClick={() => void cancelar(promessa)}>
          Cancelar promessa
        </Button>
      )}
    </article>
  )
}

const cancelar = (promessa: Promessa) =>
  abrir((fechar) => (
    <MotivoDialog
      titulo={`Cancelar a promessa até ${dia(promessa.ate)}?`}
      acao="Cancelar promessa"
      aoFechar={() => fechar()}
      aoConfirmar={async (motivo) => {
        await cancelarPromessa(promessa.cliente.id, promessa.id, motivo)
        avisar('Promessa cancelada: a cobrança destas contas continua.')
      }}
    >
      As contas dela voltam à cobrança automática.
    </MotivoDialog>
  ))
