-- Of an instalment that was paid when its agreement ended: by which payments, so that it is not said to be paid once they are reversed.
alter table conta add column pagamentos_no_acordo bigint[];
