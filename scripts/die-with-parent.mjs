// Loaded into a child: when the process that started it is gone or lets go of it, however that ended, so is the child.
// It hears of that as of a signal to end: Windows has no signals that a process could answer.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => {
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
    setTimeout(() => process.exit(1), 10_000).unref();
  });
}
