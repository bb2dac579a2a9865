import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { BloqueiosImportados } from '#contract/bloqueios.ts'
import { fraseDe } from '#web/api/erro.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { dia, numero, plural } from '#web/ui/formatos.ts'
import { useAvisoAoSair } from '#web/ui/useSaida.ts'
import { enviarLista } from './contatoLegal.queries.ts'

/** A list is read and its effect shown first; it is written only once the person confirms. */
export function ImportarListaDialog({ aoImportar, aoFechar }: { aoImportar: () => void; aoFechar: () => void }) {
  const [arquivo, setArquivo] = useState<File>()
  useAvisoAoSair(arquivo !== undefined)
  const conferir = useMutation({ mutationFn: (escolhido: File) => enviarLista(escolhido, true) })
  const gravar = useMutation({
    mutationFn: (escolhido: File) => enviarLista(escolhido, false),
    onSuccess: ({ importados, removidos }) => {
      aoImportar()
      aoFechar()
      avisar(
        `Lista importada: ${plural(importados, 'telefone novo', 'telefones novos')}, ${plural(removidos, 'retirado', 'retirados')}.`,
      )
    },
  })
  const visto = conferir.data
  const erro = conferir.error ?? gravar.error
  const escolher = (escolhido: File) => {
    setArquivo(escolhido)
    gravar.reset() // what was refused was another file
    conferir.mutate(escolhido)
  }
  const fechar = () => {
    if (!gravar.isPending) aoFechar()
  }
  return (
    <Dialog
      titulo="Importar lista de não perturbe"
      largura={560}
      enviando={gravar.isPending}
      aoFechar={fechar}
      acoes={
        <>
          <Button disabled={gravar.isPending} onClick={fechar}>
            Cancelar
          </Button>
          <Button
            variant="contained"
            disabled={!visto || !arquivo}
            loading={gravar.isPending}
            onClick={() => arquivo && gravar.mutate(arquivo)}
          >
            Importar
          </Button>
        </>
      }
    >
      <FileDrop
        oQue="a lista"
        rotulo="Lista de não perturbe"
        aceita=".csv,.txt"
        ajuda="CSV com as colunas telefone, registrado_em e origem, até 50 MB. A lista de uma origem substitui a anterior da mesma origem."
        aoEscolher={([escolhido]) => escolher(escolhido)}
      >
        {arquivo?.name}
      </FileDrop>
      {conferir.isPending && <p role="status">Conferindo…</p>}
      {erro && <Alert tom="error">{fraseDe(erro)}</Alert>}
      {visto && <Conferencia visto={visto} />}
    </Dialog>
  )
}

function Conferencia({ visto }: { visto: BloqueiosImportados }) {
  const { importados, atualizados, ignorados, removidos, silenciados, clientes, total_erros, erros } = visto
  return (
    <div role="status" className="stack gap-8">
      <p>
        {plural(importados, 'novo', 'novos')}, {numero(atualizados)} com outra data,{' '}
        {plural(ignorados, 'igual', 'iguais')}, {plural(removidos, 'que sai', 'que saem')} da lista.
      </p>
      {silenciados === 0 ? (
        <p>Nenhum cliente que deve tem estes telefones.</p>
      ) : (
        <Alert tom="warning">
          {plural(silenciados, 'cliente deixa de ser cobrado', 'clientes deixam de ser cobrados')} por WhatsApp:{' '}
          {clientes.map(({ nome, vale_de }) => `${nome} (de ${dia(vale_de)})`).join(', ')}
          {silenciados > clientes.length && ' e outros'}.
        </Alert>
      )}
      {total_erros > 0 && (
        <p className="erro">
          {plural(total_erros, 'linha fica', 'linhas ficam')} de fora. A primeira: linha {erros[0]?.linha},{' '}
          {erros[0]?.mensagem}
        </p>
      )}
    </div>
  )
}
